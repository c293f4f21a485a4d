import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { revealsLimited } from '../../../backoffice/faults.ts'
import { Reason } from '../../../backoffice/reason.ts'
import { recoveryUnknown } from '../errors.ts'
import { RequestPath } from '../request.ts'
import { RecoveryCase, readRecoveryCase, user_id } from './recovery-case.ts'

export const revealRecovery = deskRoute({
  name: 'revealRecovery',
  summary: 'The same with personal data shown',
  method: 'POST',
  path: '/v1/recoveries/:id/reveal',
  roles: ['analyst', 'approver'],
  reveals: 'reveal',
  params: RequestPath,
  body: Type.Object({ user_id, reason: Reason }, { additionalProperties: false, title: 'RevealOfUser' }),
  example: { user_id: '3f0b9a52-6f0c-4d0e-9d5b-0a4c8a4f7f11', reason: 'The client asks why no money was returned.' },
  reply: { 200: RecoveryCase },
  errors: [recoveryUnknown, revealsLimited],

  handle: ({ params: { id }, body, act }) =>
    act({
      user_id: body.user_id.toLowerCase(),
      subject: { type: 'recovery', id },
      reason: body.reason,
      async work(tx) {
        const answer = await readRecoveryCase(tx, id, true)
        return { answer, changes: { seen: { version: answer.recovery.version } } }
      },
    }),
})
