import { randomUUID } from 'node:crypto'
import { perform } from './handle.ts'
import { type OperationName, operations } from './operations.ts'
import { insist } from './problem.ts'
import type { DictServer } from './server.ts'
import { settle } from './settle.ts'
import type { SentShape } from './shapes.ts'
import type { DictTransaction, World } from './state.ts'

/** Simulated acts of the other banks, each by DICT's own operations with all of its checks. */

type Dict = Pick<DictServer, 'world' | 'buckets'>

/** Runs an operation as that bank. */
export function actAs({ world, buckets }: Dict, caller: string, name: OperationName, sent: Record<string, SentShape>) {
  const operation = operations[name]
  const id = operation.idName ? String(sent[operation.idName]) : ''
  const asked = { world, buckets, caller, id, query: new URLSearchParams() }
  return perform(operation, asked, { participant: caller, ...sent })
}

/** An end-to-end id as the bank would have made it in that minute. */
function idOf(kind: 'E' | 'D', bank: string, at: Date): string {
  const minute = at.toISOString().replaceAll(/\D/g, '').slice(0, 12)
  return `${kind}${bank}${minute}${randomUUID().replaceAll('-', '').slice(0, 11)}`
}

/** A payment that settles now. An unnamed side is some other bank. */
export function settlePayment(world: World, asked: { from?: string; to?: string; amount: number }): DictTransaction {
  const named = asked.from ?? asked.to
  const other = [...world.participants].find((bank) => bank !== named)!
  const { from = other, to = other, amount } = asked
  const at = world.clock.now()
  const id = idOf('E', from, at)
  const party = (participant: string) => ({ participant, number: id.slice(-6), person_type: 'NATURAL_PERSON' as const })
  const settlement_time = at.toISOString()
  const payment = { id, debtor: party(from), creditor: party(to), amount, settlement_time, settled: true }
  world.transactions.set(id, payment)
  return payment
}

interface Reported {
  transaction_id: string
  situation_type: string
}

export function reportAsPayer(dict: Dict, { transaction_id, situation_type }: Reported): { report_id: string } {
  const payment = dict.world.transactions.get(transaction_id)
  insist(payment, 'InfractionReportTransactionNotFound')
  const infraction_report = {
    transaction_id,
    reason: 'REFUND_REQUEST',
    situation_type,
    report_details: 'O pagador não reconhece o pagamento.',
  }
  actAs(dict, payment.debtor.participant, 'createInfractionReport', { infraction_report })
  return { report_id: dict.world.reports.group(transaction_id).at(-1)!.id }
}

interface Analysed {
  funds_recovery_id: string
  analysis_result: string
  /** Only this bank analyses. All of them, when absent. */
  only?: string
}

/** A recovery is analysed once all of its reports are created, by each bank that received money. */
export function analyseAsOthers(dict: Dict, { funds_recovery_id, analysis_result, only }: Analysed): object {
  const recovery = recoveryOf(dict.world, funds_recovery_id)
  insist(recovery.status === 'AWAITING_ANALYSIS', 'FundsRecoveryOperationInvalid')
  const open = dict.world.reports.group(funds_recovery_id).filter(({ status }) => status !== 'CLOSED')
  const theirs = open.filter(({ counterparty_participant: bank }) =>
    only === undefined ? bank !== recovery.reporter_participant : bank === only,
  )
  for (const { id: infraction_report_id, counterparty_participant: bank } of theirs) {
    actAs(dict, bank, 'acknowledgeInfractionReport', { infraction_report_id })
    const fraud = analysis_result === 'AGREED' ? { fraud_type: 'MULE_ACCOUNT' } : {}
    actAs(dict, bank, 'closeInfractionReport', { infraction_report_id, analysis_result, ...fraud })
  }
  return { analysed: theirs.length }
}

/** Returns the resulting payments as they arrive: a return of the first payment, and separate payments from later layers. */
export function payRefundsAsOthers(dict: Dict, { funds_recovery_id }: { funds_recovery_id: string }) {
  const { world } = dict
  const recovery = recoveryOf(world, funds_recovery_id)
  insist(recovery.status === 'REFUNDING', 'FundsRecoveryOperationInvalid')
  const open = world.refunds.group(funds_recovery_id).filter(({ status }) => status === 'OPEN')
  const theirs = open.filter(({ contested_participant }) => contested_participant !== recovery.reporter_participant)
  const returned = theirs.map((refund) => {
    const { id: refund_id, refund_amount: amount, refund_account, contested_participant: bank } = refund
    const at = world.clock.now()
    const id = idOf(refund_account ? 'E' : 'D', bank, at)
    actAs(dict, bank, 'closeRefund', {
      refund_id,
      refund_analysis_result: 'TOTALLY_ACCEPTED',
      refund_transaction_id: id,
      effective_refunded_amount: (amount / 100).toFixed(2),
    })
    return { id, amount, settlement_time: at.toISOString(), returns: refund.transaction_id }
  })
  return { returned }
}

function recoveryOf(world: World, id: string) {
  settle(world)
  const recovery = world.recoveries.get(id)
  insist(recovery, 'NotFound')
  return recovery
}
