import { randomUUID } from 'node:crypto'
import { next, refundMoves } from './machine.ts'
import { insist } from './problem.ts'
import type { DictRefund, World } from './state.ts'

/** Refunds: the operations of DICT, by caller. */

export interface CreateRefund {
  refund: { transaction_id: string; refund_reason: string; refund_amount: string; refund_details?: string }
}

const DEVOLUTION_PERIOD_MS = 90 * 86_400_000

export function createRefund(world: World, caller: string, { refund: asked }: CreateRefund): DictRefund {
  const transaction = world.transactions.get(asked.transaction_id)
  insist(transaction, 'RefundTransactionNotFound')
  insist(transaction.settled, 'RefundTransactionNotSettled')
  insist(transaction.debtor.participant === caller, 'Forbidden')
  insist(asked.refund_reason !== 'OPERATIONAL_FLAW' || asked.refund_details, 'RefundInvalid', 'refund_details')
  const refund_amount = toCents(asked.refund_amount)
  insist(refund_amount > 0 && refund_amount <= transaction.amount, 'RefundInvalid', 'refund_amount')
  const ageMs = world.clock.now().getTime() - Date.parse(transaction.settlement_time)
  insist(ageMs <= DEVOLUTION_PERIOD_MS, 'RefundPeriodExpired')
  const others = world.refunds.group(transaction.id)
  insist(!others.some(({ status }) => status === 'OPEN'), 'RefundAlreadyBeingProcessedForTransaction')
  const accepted = others.some(({ status, analysis_result }) => status === 'CLOSED' && analysis_result !== 'REJECTED')
  insist(!accepted, 'RefundAlreadyProcessedForTransaction')
  return openRefund(world, {
    ...asked,
    refund_amount,
    requesting_participant: caller,
    contested_participant: transaction.creditor.participant,
    ...(asked.refund_reason === 'FRAUD' && { infraction_report_id: agreedReportOf(world, transaction.id) }),
  })
}

function agreedReportOf(world: World, transactionId: string): string {
  const report = world.reports
    .group(transactionId)
    .find(({ status, analysis_result }) => status === 'CLOSED' && analysis_result === 'AGREED')
  insist(report, 'RefundInfractionReportNotFound')
  return report.id
}

type NewRefund = Omit<DictRefund, 'id' | 'status' | 'creation_time' | 'last_modified'>

/** Also used when a recovery opens its own. */
export function openRefund(world: World, refund: NewRefund): DictRefund {
  const at = world.clock.now().toISOString()
  return world.refunds.save({ ...refund, id: randomUUID(), status: 'OPEN', creation_time: at, last_modified: at })
}

export function getRefund(world: World, caller: string, id: string): DictRefund {
  const refund = world.refunds.get(id)
  insist(refund && [refund.requesting_participant, refund.contested_participant].includes(caller), 'NotFound')
  return refund
}

export interface CloseRefund {
  refund_id: string
  refund_analysis_result: string
  refund_analysis_details?: string
  refund_rejection_reason?: string
  refund_transaction_id?: string
  effective_refunded_amount?: string
}

export function closeRefund(world: World, caller: string, closing: CloseRefund): DictRefund {
  const refund = getRefund(world, caller, closing.refund_id)
  insist(refund.contested_participant === caller, 'Forbidden')
  const answer = {
    analysis_result: closing.refund_analysis_result,
    analysis_details: closing.refund_analysis_details,
    refund_rejection_reason: closing.refund_rejection_reason,
    refund_transaction_id: closing.refund_transaction_id,
    effective_refunded_amount: closing.effective_refunded_amount && toCents(closing.effective_refunded_amount),
  } as Partial<DictRefund>
  checkAnswer(refund, answer)
  const given = Object.keys(answer) as (keyof DictRefund)[]
  if (refund.status === 'CLOSED' && given.every((name) => refund[name] === answer[name])) return refund
  return changeRefund(world, refund, 'close', answer)
}

function checkAnswer(refund: DictRefund, answer: Partial<DictRefund>): void {
  const { analysis_result, refund_rejection_reason: reason, effective_refunded_amount: effective } = answer
  if (analysis_result === 'REJECTED') {
    insist(reason, 'RefundInvalid', 'refund_rejection_reason', 'is required')
    insist(!answer.refund_transaction_id, 'RefundInvalid', 'refund_transaction_id')
    const invalidAllowed = refund.refund_reason === 'OPERATIONAL_FLAW' && answer.analysis_details
    insist(reason !== 'INVALID_REQUEST' || invalidAllowed, 'RefundInvalid', 'refund_rejection_reason')
    return
  }
  insist(!reason, 'RefundInvalid', 'refund_rejection_reason')
  insist(answer.refund_transaction_id, 'RefundInvalid', 'refund_transaction_id', 'is required')
  // A return goes to the payer's account. A refund to another account is a separate payment.
  const kind = refund.refund_account ? 'E' : 'D'
  insist(answer.refund_transaction_id.startsWith(kind), 'TransactionTypeInvalid', 'refund_transaction_id')
  if (!refund.funds_recovery_id) return
  insist(effective !== undefined, 'RefundInvalid', 'effective_refunded_amount', 'is required')
  const whole = effective === refund.refund_amount
  const sensible = analysis_result === 'TOTALLY_ACCEPTED' ? whole : effective > 0 && effective < refund.refund_amount
  insist(sensible, 'RefundInvalid', 'effective_refunded_amount')
}

export function cancelRefund(world: World, caller: string, { refund_id }: { refund_id: string }): DictRefund {
  const refund = getRefund(world, caller, refund_id)
  insist(refund.requesting_participant === caller, 'Forbidden')
  insist(!refund.funds_recovery_id, 'RefundOperationInvalid')
  if (refund.status === 'CANCELLED') return refund
  return changeRefund(world, refund, 'cancel', {})
}

export function changeRefund(
  world: World,
  refund: DictRefund,
  action: keyof typeof refundMoves,
  changes: Partial<DictRefund>,
): DictRefund {
  const status = next(refundMoves, action, refund.status)
  insist(status, 'RefundOperationInvalid')
  return world.refunds.save({ ...refund, ...changes, status, last_modified: world.clock.now().toISOString() })
}

/** `1000.20` as 100020. The format was validated before. */
export function toCents(amount: string): number {
  return Number(amount.replace('.', ''))
}
