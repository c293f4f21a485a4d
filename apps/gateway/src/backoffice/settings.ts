import Type from 'typebox'
import { postgresUrl, secretRing } from '../platform/config/kinds.ts'

export const deskSettings = {
  DATABASE_DESK_URL: postgresUrl('login of a member of the role eclusa_backoffice'),
  DATABASE_POOL_SIZE: Type.Integer({ minimum: 1, maximum: 500, default: 10, description: 'connections per process' }),
  DESK_HOST: Type.String({ minLength: 1, default: '127.0.0.1', description: 'address that the backoffice listens on' }),
  DESK_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 8090,
    description: 'port that the backoffice listens on',
  }),
  DESK_REVIEW_HOURS: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 24,
    description: 'how long a case without a deadline may wait for a decision, in hours',
  }),
  DESK_SECRET: secretRing(
    'secret of the backoffice only: encrypts personal data in the audit log, sessions and page states',
  ),
  DESK_SECOND_EYES: Type.Optional(
    Type.String({
      pattern: '^\\s*[a-z_]+(>=\\d+)?(\\s*,\\s*[a-z_]+(>=\\d+)?)*\\s*$',
      description:
        'decisions that a second person must approve, by kind, and from which amount in cents: account_verdict,infraction_verdict>=1000000; without it, a live installation requires key_creation,grant_creation,user_activation,network_permission and a test installation requires none; the value none turns approvals off',
    }),
  ),
  DESK_REVEALS_PER_HOUR: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 300,
    description: 'how often a person may reveal personal data or open files in an hour, over all processes',
  }),
  DESK_SEARCHES_PER_HOUR: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 200,
    description: 'how often a person may search cases or fraud markers in an hour, over all processes',
  }),
  DESK_PROPOSAL_HOURS: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 72,
    description: 'how long an approval request waits for a second person',
  }),
}
