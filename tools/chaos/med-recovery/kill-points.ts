import type { OperationName } from '@eclusa/simulators/dict/operations.ts'

/**
 * Where a process is killed, relative to one request to DICT:
 *
 *   sent      DICT has it and has done nothing; DICT does it after its sender is dead
 *   done      DICT has done it and has not responded
 *   answered  the response was received, and its result has not been committed
 *   saved     it was committed, and the caller has no response
 */
export const stops = ['sent', 'done', 'answered', 'saved'] as const
type Stop = (typeof stops)[number]

/** The kinds of requests: a payment we contest, one we cancel, a report or a refund of another bank. */
export type KillPointsKind = 'recovery' | 'cancel' | 'report' | 'refund'

/** Without a request to DICT: the core reports its payment, on the internal port of a worker. */
export const CORE_REPORTS = 'reportRefundPayment'

export interface Point {
  kind: KillPointsKind
  operation: OperationName | typeof CORE_REPORTS
  stop: Stop
}

const at = (kind: KillPointsKind, operation: Point['operation'], among: readonly Stop[] = stops): Point[] =>
  among.map((stop) => ({ kind, operation, stop }))

/** Every boundary between two steps. A read that was sent and not done equals one that was never sent. */
export const points: Point[] = [
  ...at('recovery', 'createFundsRecovery'),
  ...at('report', 'listInfractionReports', ['done', 'answered', 'saved']),
  ...at('recovery', 'getFundsRecovery', ['done', 'answered', 'saved']),
  ...at('report', 'acknowledgeInfractionReport'),
  ...at('recovery', 'getTrackingGraph', ['done', 'answered', 'saved']),
  ...at('cancel', 'cancelFundsRecovery'),
  ...at('recovery', 'refundFundsRecovery'),
  ...at('report', 'closeInfractionReport'),
  ...at('recovery', 'listFundsRecoveryRefunds', ['done', 'answered', 'saved']),
  ...at('refund', 'listRefunds', ['done', 'answered', 'saved']),
  ...at('refund', CORE_REPORTS, ['answered', 'saved']),
  ...at('refund', 'closeRefund'),
]

export const nameOf = ({ operation, stop }: Point) => `${operation} ${stop}`
