import { randomUUID } from 'node:crypto'
import { fundsRecoveryMoves, next, updatable } from './machine.ts'
import { insist } from './problem.ts'
import { changeRefund, openRefund, toCents } from './refunds.ts'
import { changeReport, openReport } from './reports.ts'
import type { DictReport, DictTransaction, Recovery, RefundAccount, TrackingParameters, World } from './state.ts'
import { depthOf, follow, leftBehind, parametersOf } from './tracking.ts'

/** Fund recoveries: the operations of DICT. `settle.ts` has what DICT does by itself as time passes. */

interface RecoveryInput {
  situation_type: string
  report_details?: string
  contact_information: { email: string; phone: string }
}

export interface CreateRecovery {
  funds_recovery: RecoveryInput & { root_transaction_id: string }
  tracking_graph_parameters?: Partial<Record<keyof TrackingParameters, string>>
}

export function createRecovery(world: World, caller: string, asked: CreateRecovery): Recovery {
  const { root_transaction_id, situation_type, report_details, contact_information } = asked.funds_recovery
  const root = world.transactions.get(root_transaction_id)
  insist(root, 'FundsRecoveryTransactionNotIndexed')
  insist(root.debtor.participant === caller, 'Forbidden')
  checkTold(root, { situation_type, report_details })
  insist(root.settled, 'FundsRecoveryTransactionNotSettled')
  const ageMs = world.clock.now().getTime() - Date.parse(root.settlement_time)
  insist(ageMs <= world.settings.contest_period_ms, 'FundsRecoveryTransactionNotEligible')
  // Once, forever: a cancelled recovery does not allow another.
  insist(world.recoveries.group(root.id).length === 0, 'FundsRecoveryForTransactionAlreadyExists')
  const parameters = parametersOf(parametersFrom(asked.tracking_graph_parameters ?? {}))
  insist(root.amount >= parameters.min_transaction_amount, 'FundsRecoveryTransactionNotIndexed')
  insist(parameters.max_transactions <= world.settings.followed_max, 'FundsRecoveryTrackingTimeout')
  const at = world.clock.now().toISOString()
  const recovery = world.recoveries.save({
    id: randomUUID(),
    root_transaction_id,
    situation_type,
    report_details,
    contact_information,
    status: 'CREATED',
    reporter_participant: caller,
    creation_time: at,
    last_modified: at,
    graph: { parameters, transactions: follow(root, world.transactions.values(), parameters) },
  })
  reportPayment(world, recovery, root, at)
  return recovery
}

function checkTold(root: DictTransaction, told: { situation_type: string; report_details: string | undefined }): void {
  const contestsReturn = root.id.startsWith('D')
  insist(!contestsReturn || told.situation_type === 'OTHER', 'FundsRecoveryInvalid', 'situation_type', 'must be OTHER')
  insist(
    told.situation_type !== 'OTHER' || told.report_details,
    'FundsRecoveryInvalid',
    'report_details',
    'is required',
  )
}

function parametersFrom(sent: Partial<Record<keyof TrackingParameters, string>>): Partial<TrackingParameters> {
  const { min_transaction_amount: least, max_transactions, hop_window, max_hops } = sent
  return {
    ...(least !== undefined && { min_transaction_amount: toCents(least) }),
    ...(max_transactions !== undefined && { max_transactions: Number(max_transactions) }),
    ...(hop_window !== undefined && { hop_window }),
    ...(max_hops !== undefined && { max_hops: Number(max_hops) }),
  }
}

/** Opens the report of one payment of the graph, against the bank that received it. */
export function reportPayment(world: World, recovery: Recovery, payment: DictTransaction, at: string): DictReport {
  const { situation_type, report_details, contact_information } = recovery
  const infraction_amount = leftBehind(recovery.graph.transactions).get(payment.id) ?? payment.amount
  const report = {
    transaction_id: payment.id,
    reason: 'REFUND_REQUEST',
    situation_type,
    report_details,
    contact_information,
    funds_recovery_id: recovery.id,
    infraction_amount,
    transaction_depth: depthOf(recovery.graph.transactions, payment),
    reporter_participant: payment.debtor.participant,
    counterparty_participant: payment.creditor.participant,
  }
  return openReport(world, report, at)
}

/** For its creator, and for the banks with a report of it. */
export function getRecovery(world: World, caller: string, id: string): Recovery {
  const recovery = world.recoveries.get(id)
  insist(recovery, 'NotFound')
  const concerned = reportsOf(world, id).some((report) => report.counterparty_participant === caller)
  insist(recovery.reporter_participant === caller || concerned, 'NotFound')
  return recovery
}

export function ownRecovery(world: World, caller: string, id: string): Recovery {
  const recovery = getRecovery(world, caller, id)
  insist(recovery.reporter_participant === caller, 'Forbidden')
  return recovery
}

export interface OfRecovery {
  funds_recovery_id: string
}

export function updateRecovery(world: World, caller: string, asked: OfRecovery & Partial<RecoveryInput>): Recovery {
  const { funds_recovery_id, situation_type, report_details, contact_information } = asked
  const recovery = ownRecovery(world, caller, funds_recovery_id)
  insist(updatable.includes(recovery.status), 'FundsRecoveryOperationInvalid')
  const told = {
    situation_type: situation_type ?? recovery.situation_type,
    report_details: report_details ?? recovery.report_details,
    contact_information: contact_information ?? recovery.contact_information,
  }
  checkTold(world.transactions.get(recovery.root_transaction_id)!, told)
  const at = world.clock.now().toISOString()
  for (const report of reportsOf(world, recovery.id)) world.reports.save({ ...report, ...told, last_modified: at })
  announce(world, recovery, 'FUNDS_RECOVERY_INFORMATION_UPDATED', at)
  return world.recoveries.save({ ...recovery, ...told, last_modified: at })
}

/** BACEN promises idempotence for reports and refunds, and not for these two: a repeat finds another state. */
export function refundRecovery(world: World, caller: string, { funds_recovery_id }: OfRecovery): Recovery {
  const recovery = ownRecovery(world, caller, funds_recovery_id)
  const waitedMs = world.clock.now().getTime() - Date.parse(recovery.analysed_time ?? recovery.creation_time)
  const inTime = recovery.status !== 'ANALYSED' || waitedMs <= world.settings.refund_window_ms
  insist(inTime, 'FundsRecoveryOperationInvalid', 'funds_recovery_id', 'the time to ask for refunds has passed')
  insist(!rootDisagreed(world, recovery), 'FundsRecoveryOperationInvalid')
  const refunding = changeRecovery(world, recovery, 'refund')
  const root = world.transactions.get(recovery.root_transaction_id)!
  const agreed = reportsOf(world, recovery.id).filter((report) => report.analysis_result === 'AGREED')
  for (const report of agreed.filter(({ infraction_amount }) => infraction_amount)) {
    openRefund(world, {
      transaction_id: report.transaction_id,
      refund_reason: 'FRAUD',
      refund_amount: report.infraction_amount!,
      infraction_report_id: report.id,
      funds_recovery_id: recovery.id,
      requesting_participant: caller,
      contested_participant: report.counterparty_participant,
      ...(report.transaction_id !== recovery.root_transaction_id && { refund_account: accountOf(root) }),
      monitor_account: true,
    })
  }
  return refunding
}

/** The account the money first left: refunds of later layers go there. */
function accountOf({ debtor }: DictTransaction): RefundAccount {
  const { participant, number } = debtor
  return { tax_id_number: '11122233300', participant, branch: '0001', account_number: number, account_type: 'CACC' }
}

export function cancelRecovery(world: World, caller: string, { funds_recovery_id }: OfRecovery): Recovery {
  const recovery = ownRecovery(world, caller, funds_recovery_id)
  const late = recovery.status === 'REFUNDING' && !world.settings.refunding_cancellable
  insist(!late, 'FundsRecoveryOperationInvalid')
  const cancelled = changeRecovery(world, recovery, 'cancel')
  for (const report of reportsOf(world, recovery.id)) changeReport(world, report, 'cancel', {})
  const open = world.refunds.group(recovery.id).filter(({ status }) => status === 'OPEN')
  for (const refund of open) changeRefund(world, refund, 'cancel', {})
  announce(world, recovery, 'FUNDS_RECOVERY_CANCELLED', cancelled.last_modified)
  return cancelled
}

export function changeRecovery(
  world: World,
  recovery: Recovery,
  action: keyof typeof fundsRecoveryMoves,
  at = world.clock.now().toISOString(),
  changes: Partial<Recovery> = {},
): Recovery {
  const status = next(fundsRecoveryMoves, action, recovery.status)
  insist(status, 'FundsRecoveryOperationInvalid')
  return world.recoveries.save({ ...recovery, ...changes, status, last_modified: at })
}

export function reportsOf(world: World, recoveryId: string): DictReport[] {
  return world.reports.group(recoveryId)
}

/** Only the report of the root payment decides whether refunds may be requested. */
export function rootDisagreed(world: World, { id, root_transaction_id }: Recovery): boolean {
  const root = reportsOf(world, id).find((each) => each.transaction_id === root_transaction_id)
  return root?.analysis_result === 'DISAGREED'
}

/** Notifies the creator and every bank with a report. */
export function announce(world: World, recovery: Recovery, event: string, timestamp: string): void {
  const counterparties = reportsOf(world, recovery.id).map((report) => report.counterparty_participant)
  for (const participant of new Set([recovery.reporter_participant, ...counterparties])) {
    const id = world.events.length + 1
    world.events.push({ id, event, entity_type: 'FUNDS_RECOVERY', entity_id: recovery.id, timestamp, participant })
  }
}
