import { runAsUser } from '../../http/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import type { RefundRejectionReason } from '../../partners/dict/enums.ts'
import { asParticipant } from '../../partners/dict/participants.ts'
import { closeRefund, type DictRefundRequest, getRefund } from '../../partners/dict/refunds.ts'
import { hear, type WriteOutcome } from '../../partners/dict/resolve-outcome.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { job } from '../../platform/jobs/job.ts'
import { type RefundKey, untoldAnswers } from './cross-user-queries.ts'
import type { RefundRequest } from './refund-request.ts'
import { findRefundRequest, postponeRefundRequest } from './refund-request-store.ts'
import type { RefundServices } from './refund-services.ts'
import { keepRefunds } from './store-refunds.ts'

const BATCH_MAX = 500
const PAUSE_MS = 5 * 60_000

/**
 * Sends the core's payments to DICT. Each report enqueues it, and a schedule runs it too. ANSWERED rows are pending,
 * and DICT's close is idempotent. Failures are isolated.
 */
export const closeRefunds = job('close-refunds', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: RefundServices, _, job_id) {
    const { dict, operator, clock, log } = services
    if (!dict) return
    let away = false
    const fieldsOf = ({ user_id, id }: RefundKey) => ({ user_id, name: id, job_id })
    const untold = await untoldAnswers(operator, clock.now(), BATCH_MAX)
    await forEachIsolated({ log, event: 'refund_not_closed', fieldsOf }, untold, async ({ user_id, id }) => {
      if (away) return
      const answered = await runAsUser(services, user_id, job_id, (tx) => findRefundRequest(tx, id))
      if (answered?.status !== 'ANSWERED') return
      const heard = await close(asParticipant(dict, answered.contested_participant), answered)
      away = 'away' in heard
      if ('held' in heard) await keepRefunds(services, [heard.held.refund], job_id)
      const reason = whyNotClosed(heard)
      if (!reason) return
      log.warn('refund_not_told', { user_id, name: id, reason, job_id })
      const until = new Date(clock.now().getTime() + PAUSE_MS)
      await runAsUser(services, user_id, job_id, async (tx) => postponeRefundRequest(tx, id, until, reason))
    })
  },
})

type HeardRefund = WriteOutcome<{ refund: DictRefundRequest }>

/** The reason when DICT rejects the answer finally. */
function whyNotClosed(heard: HeardRefund): string | undefined {
  if ('lost' in heard) return heard.lost
  return 'held' in heard && heard.held.refund.status === 'OPEN' ? heard.refused : undefined
}

async function close(dict: Dict, answered: RefundRequest): Promise<HeardRefund> {
  const { id, analysis_result, analysis_details, rejection_reason, funds_recovery_id } = answered
  // Payments after the answer are not part of it.
  const payment = analysis_result === 'REJECTED' ? undefined : answered.payments[0]
  const told = await closeRefund(dict, id, {
    refund_analysis_result: analysis_result!,
    ...(analysis_details !== null && { refund_analysis_details: analysis_details }),
    ...(rejection_reason !== null && { refund_rejection_reason: rejection_reason as RefundRejectionReason }),
    ...(payment && { refund_transaction_id: payment.end_to_end_id }),
    ...(payment && funds_recovery_id && { effective_refunded_amount: payment.amount }),
  })
  return hear(told, () => getRefund(dict, id))
}
