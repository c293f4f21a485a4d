import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { caseTaken } from '../../../backoffice/cases/errors.ts'
import { caseChanged } from '../../../backoffice/faults.ts'
import { closedEnum, openEnum, Uuid } from '../../../http/schema.ts'
import { found } from '../../../platform/errors/fault.ts'
import { clientStatuses } from '../clients/client.ts'
import { clientOwner } from '../clients/client-store.ts'
import { decideClient } from '../clients/verify-client.job.ts'
import { clientNotFound } from '../errors.ts'
import { CasePath, exampleVerdict, judgedOf, verdictOf } from './case.ts'

const ClientVerdict = verdictOf(closedEnum(['ACTIVE', 'REJECTED', 'EXPIRED'], 'The verdict.'), 'ClientVerdict')
const JudgedClient = Type.Object(
  { id: Uuid, user_id: Uuid, status: openEnum(clientStatuses), version: Type.Integer() },
  { title: 'JudgedClient' },
)

export const judgeClient = deskRoute({
  name: 'judgeClient',
  summary: 'Decide about a pending client',
  method: 'POST',
  path: '/v1/clients/:id/verdict',
  roles: ['analyst'],
  decision: 'client_verdict',
  decides: { kind: 'client', id: 'id' },
  params: CasePath,
  body: ClientVerdict,
  example: { ...exampleVerdict, status: 'ACTIVE' },
  reply: { 200: JudgedClient },
  errors: [clientNotFound, caseChanged, caseTaken],

  handle: ({ params: { id }, body: { user_id, status, seen, reason }, act }) =>
    act({
      user_id,
      subject: { type: 'client', id },
      reason,
      async work(tx) {
        found(await clientOwner(tx, id), clientNotFound)
        // The decider's name is recorded in the audit log. The user can read this history, and must not see the names
        // of staff.
        const verdict = { status, source: 'operator', metadata: { reason } }
        const decided = found(await decideClient(tx, id, () => verdict, seen), caseChanged)
        const answer = { id, user_id, status: decided.status, version: decided.version }
        return { answer, changes: judgedOf(decided, seen) }
      },
    }),
})
