import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { revealsLimited } from '../../../backoffice/faults.ts'
import { Reveal } from '../../../backoffice/reason.ts'
import { refundRequestUnknown } from '../errors.ts'
import { RefundRequestPath } from '../refund-request.ts'
import { ownerOf, RefundCase, readRefundCase } from './refund-case.ts'

export const revealRefund = deskRoute({
  name: 'revealRefund',
  summary: 'The same with personal data shown',
  method: 'POST',
  path: '/v1/refunds/:id/reveal',
  roles: ['analyst', 'approver'],
  reveals: 'reveal',
  params: RefundRequestPath,
  body: Reveal,
  example: { reason: 'The core needs the account to pay to.' },
  reply: { 200: RefundCase },
  errors: [refundRequestUnknown, revealsLimited],

  async handle({ params: { id }, body: { reason }, look, act }) {
    return act({
      user_id: await ownerOf(look, id),
      subject: { type: 'refund', id },
      reason,
      async work(tx) {
        const answer = await readRefundCase(tx, id, true)
        const seen = { version: answer.refund.version, transaction_id: answer.transaction?.id ?? null }
        return { answer, changes: { seen } }
      },
    })
  },
})
