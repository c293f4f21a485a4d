import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { revealsLimited } from '../../../backoffice/faults.ts'
import { found } from '../../../platform/errors/fault.ts'
import { accountNotFound, earlierUnreadable } from '../errors.ts'
import type { EarlierServices } from '../revision-store.ts'
import { AccountCase, readAccountCase, shownAccountCase } from './account-case.ts'
import { CasePath, CaseReveal, exampleReveal, seenOf } from './case.ts'
import { revealedSight } from './masking.ts'

export const revealAccount = deskRoute({
  name: 'revealAccount',
  summary: 'The same with personal data and earlier values shown',
  method: 'POST',
  path: '/v1/accounts/:id/reveal',
  roles: ['analyst', 'approver'],
  reveals: 'reveal',
  params: CasePath,
  body: CaseReveal,
  example: exampleReveal,
  reply: { 200: AccountCase },
  errors: [accountNotFound, earlierUnreadable, revealsLimited],

  handle: ({ params: { id }, body: { user_id, reason }, act }, services: EarlierServices) =>
    act({
      user_id,
      subject: { type: 'account', id },
      reason,
      async work(tx) {
        const read = found(await readAccountCase(tx, id), accountNotFound)
        const { account, client, kept } = read
        return {
          answer: shownAccountCase(read, revealedSight(services)),
          changes: seenOf([account, client], kept),
        }
      },
    }),
})
