import type { Dict } from '../../partners/dict/dict.ts'
import {
  type FundsRecovery,
  getFundsRecovery,
  getTrackingGraph,
  listFundsRecoveryInfractionReports,
  listFundsRecoveryRefunds,
} from '../../partners/dict/funds-recoveries.ts'
import type { Outcome } from '../../partners/dict/outcome.ts'
import type { DictRefundRequest } from '../../partners/dict/refunds.ts'
import type { TrackingGraph } from '../../partners/dict/tracking-graph.ts'
import type { RefundLeg, Request } from './request.ts'

/** The state of a recovery at DICT at one moment, as far as it is needed in that state. */
export interface Snapshot {
  recovery: FundsRecovery
  /** Whether the participant that received the contested payment disagreed. */
  rootDisagreed: boolean
  refunds: RefundLeg[]
  graph: TrackingGraph | undefined
}

export type SnapshotOrWait = { snapshot: Snapshot } | { waitMs: number }

const waitFor = (outcome: Outcome<unknown>) => ({
  waitMs: outcome.outcome === 'not_done' ? outcome.retryAfterMs : 10_000,
})

/** Queries DICT. Only complete results count: merging a partial one would create a state that never existed at DICT. */
export async function takeSnapshot(dict: Dict, dict_id: string, known: Request): Promise<SnapshotOrWait> {
  const got = await getFundsRecovery(dict, dict_id)
  return got.outcome === 'done' ? completeSnapshot(dict, got.value.funds_recovery, known) : waitFor(got)
}

/** The same, when the recovery itself was just received. */
export async function completeSnapshot(dict: Dict, recovery: FundsRecovery, known: Request): Promise<SnapshotOrWait> {
  const { id, status } = recovery
  let { tracking_graph: graph } = known
  if (!graph && status !== 'CREATED') {
    const asked = await getTrackingGraph(dict, id)
    // A recovery that was cancelled before the money was tracked has no graph.
    if (asked.outcome === 'done') graph = asked.value.tracking_graph
    else if (asked.outcome !== 'refused') return waitFor(asked)
  }
  let refunds: RefundLeg[] = []
  const legsOfCancelled = status === 'CANCELLED' && known.status === 'WAITING_DEVOLUTION'
  if (status === 'REFUNDING' || status === 'COMPLETED' || legsOfCancelled) {
    const asked = await listFundsRecoveryRefunds(dict, id)
    if (asked.outcome !== 'done') return waitFor(asked)
    refunds = asked.value.refunds.map(legOf)
  }
  let rootDisagreed = false
  if (status === 'ANALYSED') {
    const asked = await listFundsRecoveryInfractionReports(dict, id)
    if (asked.outcome !== 'done') return waitFor(asked)
    const root = asked.value.infraction_reports.find((report) => report.transaction_id === recovery.root_transaction_id)
    rootDisagreed = root?.analysis_result === 'DISAGREED'
  }
  return { snapshot: { recovery, rootDisagreed, refunds, graph: graph ?? undefined } }
}

/** DICT's own example has a fully accepted refund without the sent amount, which then means the whole amount. */
function refundedBy({
  status,
  analysis_result,
  refund_amount,
  effective_refunded_amount: effective,
}: DictRefundRequest): number {
  const whole = status === 'CLOSED' && analysis_result === 'TOTALLY_ACCEPTED'
  return effective ?? (whole ? refund_amount : 0)
}

function legOf(refund: DictRefundRequest): RefundLeg {
  const { analysis_result, refund_rejection_reason, refund_transaction_id } = refund
  return {
    id: refund.id,
    end_to_end_id: refund.transaction_id,
    bank_ispb: refund.contested_participant,
    status: refund.status as RefundLeg['status'],
    amount: refund.refund_amount,
    refunded_amount: refundedBy(refund),
    ...(analysis_result && { analysis_result: analysis_result as NonNullable<RefundLeg['analysis_result']> }),
    ...(refund_rejection_reason && {
      rejection_reason: refund_rejection_reason as NonNullable<RefundLeg['rejection_reason']>,
    }),
    ...(refund_transaction_id && { refund_end_to_end_id: refund_transaction_id }),
  }
}
