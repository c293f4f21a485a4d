import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { revealsLimited } from '../../../backoffice/faults.ts'
import { found } from '../../../platform/errors/fault.ts'
import { clientNotFound, earlierUnreadable } from '../errors.ts'
import type { EarlierServices } from '../revision-store.ts'
import { CasePath, CaseReveal, exampleReveal, seenOf } from './case.ts'
import { ClientCase, readClientCase, shownClientCase } from './client-case.ts'
import { revealedSight } from './masking.ts'

export const revealClient = deskRoute({
  name: 'revealClient',
  summary: 'The same with personal data and earlier values shown',
  method: 'POST',
  path: '/v1/clients/:id/reveal',
  roles: ['analyst', 'approver'],
  reveals: 'reveal',
  params: CasePath,
  body: CaseReveal,
  example: exampleReveal,
  reply: { 200: ClientCase },
  errors: [clientNotFound, earlierUnreadable, revealsLimited],

  handle: ({ params: { id }, body: { user_id, reason }, act }, services: EarlierServices) =>
    act({
      user_id,
      subject: { type: 'client', id },
      reason,
      async work(tx) {
        const read = found(await readClientCase(tx, id), clientNotFound)
        const { client, accounts, others, kept } = read
        return {
          answer: shownClientCase(read, revealedSight(services)),
          changes: seenOf([client, ...accounts, ...others], kept),
        }
      },
    }),
})
