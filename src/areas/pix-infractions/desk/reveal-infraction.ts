import { found } from '../../../base/errors/fault.ts'
import { deskRoute } from '../../../desk/desk-route.ts'
import { revealsLimited } from '../../../desk/faults.ts'
import { Reveal } from '../../../desk/reason.ts'
import { infractionUnknown } from '../errors.ts'
import { NotificationPath } from '../notification.ts'
import { InfractionCase, readInfractionCase } from './infraction-case.ts'
import { ownerOf } from './owner.ts'
import { shownCase } from './shown-case.ts'

export const revealInfraction = deskRoute({
  name: 'revealInfraction',
  summary: 'The same with personal data shown',
  method: 'POST',
  path: '/v1/infractions/:id/reveal',
  roles: ['analyst', 'approver'],
  reveals: 'reveal',
  params: NotificationPath,
  body: Reveal,
  example: { reason: 'The counterparty must be called.' },
  reply: { 200: InfractionCase },
  errors: [infractionUnknown, revealsLimited],

  async handle({ params: { id }, body: { reason }, look, act }) {
    const { user_id } = await ownerOf(look, id)
    return act({
      user_id,
      subject: { type: 'infraction', id },
      reason,
      async work(tx) {
        const read = found(await readInfractionCase(tx, id), infractionUnknown)
        const { infraction, transaction, files } = read
        const seen = {
          version: infraction.version,
          transaction_id: transaction?.id ?? null,
          files: files.map((file) => file.id),
        }
        return { answer: shownCase(read, true), changes: { seen } }
      },
    })
  },
})
