import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { revealsLimited } from '../../../backoffice/faults.ts'
import { Reveal } from '../../../backoffice/reason.ts'
import { found } from '../../../platform/errors/fault.ts'
import { infractionUnknown } from '../errors.ts'
import { NotificationPath } from '../notification.ts'
import { shownCase } from './case-view.ts'
import { InfractionCase, readInfractionCase } from './infraction-case.ts'
import { ownerOf } from './owner.ts'

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
