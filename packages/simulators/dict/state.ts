import type {
  FundsRecoveryStatus,
  InfractionReportStatus,
  RefundStatus,
} from '@eclusa/gateway/src/partners/dict/enums.ts'
import { makeClock, type TestClock } from './clock.ts'
import { makeStore, type Store } from './store.ts'

/** How far DICT traces the money. */
export interface TrackingParameters {
  min_transaction_amount: number
  max_transactions: number
  hop_window: string
  max_hops: number
}

export interface Graph {
  parameters: TrackingParameters
  creation_time?: string
  transactions: DictTransaction[]
}

/** A payment in the settlement system. Accounts are `participant/number`; amounts are cents. */
export interface DictTransaction {
  id: string
  debtor: DictAccount
  creditor: DictAccount
  amount: number
  settlement_time: string
  settled: boolean
}

export interface DictAccount {
  participant: string
  number: string
  /** The document of the owner. The simulator invents one where there is none. */
  tax_id_number?: string
  person_type: 'NATURAL_PERSON' | 'LEGAL_PERSON'
}

interface Dated {
  id: string
  creation_time: string
  last_modified: string
}

interface Contact {
  email: string
  phone: string
}

export interface DictReport extends Dated {
  transaction_id: string
  reason: string
  situation_type: string
  report_details?: string | undefined
  contact_information?: Contact | undefined
  funds_recovery_id?: string
  infraction_amount?: number
  status: InfractionReportStatus
  reporter_participant: string
  counterparty_participant: string
  transaction_depth?: number | undefined
  fraud_marker_id?: string | undefined
  fraud_type?: string | undefined
  analysis_result?: string | undefined
  analysis_details?: string | undefined
}

export interface DictRefund extends Dated {
  transaction_id: string
  refund_reason: string
  refund_amount: number
  refund_details?: string | undefined
  infraction_report_id?: string
  funds_recovery_id?: string
  status: RefundStatus
  requesting_participant: string
  contested_participant: string
  analysis_result?: string | undefined
  analysis_details?: string | undefined
  refund_rejection_reason?: string | undefined
  refund_transaction_id?: string | undefined
  effective_refunded_amount?: number | undefined
  refund_account?: RefundAccount
  monitor_account?: boolean
}

/** The account for money from a later layer. */
export interface RefundAccount {
  tax_id_number: string
  participant: string
  branch: string
  account_number: string
  account_type: string
}

export interface Recovery extends Dated {
  root_transaction_id: string
  situation_type: string
  report_details?: string | undefined
  contact_information: Contact
  status: FundsRecoveryStatus
  reporter_participant: string
  graph: Graph
  analysed_time?: string
}

export interface Marker extends Dated {
  participant: string
  status: 'REGISTERED' | 'CANCELLED'
  tax_id_number: string
  fraud_type: string
  key?: string | undefined
  /** The bank whose agreement made it, and the reporter. */
  infraction_report?: { id: string; reporter_participant: string }
}

export interface DictEvent {
  id: number
  event: string
  entity_type: 'FUNDS_RECOVERY'
  entity_id: string
  timestamp: string
  participant: string
}

/** Settings a test may change while DICT runs. Times are simulated. */
export interface Settings {
  /** How long a list lags behind a write. BACEN's text allowed five seconds. */
  list_lag_ms: number
  /** From creation to TRACKED, and from there to AWAITING_ANALYSIS. */
  tracking_ms: number
  blocking_ms: number
  /** How many payments it traces before its timeout. Larger graphs get an error. */
  followed_max: number
  /** The maximum age of the root payment. */
  contest_period_ms: number
  /** How long banks have to analyse, and what DICT does when they do not. The public text names no automatic result. */
  analysis_period_ms: number
  when_analysis_expires: 'leave' | 'AGREED' | 'DISAGREED'
  /** How long after ANALYSED DICT ends a recovery whose root report was disagreed with. */
  rejecting_ms: number
  /** How long after ANALYSED the refunds may be requested. */
  refund_window_ms: number
  /** Whether a recovery can be cancelled after its refunds were requested. BACEN's text does not say. */
  refunding_cancellable: boolean
  /** BACEN marks the creation of reports without a recovery as deprecated; false makes DICT reject them. */
  reports_creatable: boolean
}

const DAY_MS = 86_400_000

export interface World {
  clock: TestClock
  settings: Settings
  participants: Set<string>
  /** Indirect participants, with the direct one of each. */
  indirect: Map<string, string>
  transactions: Map<string, DictTransaction>
  reports: Store<DictReport>
  refunds: Store<DictRefund>
  recoveries: Store<Recovery>
  markers: Store<Marker>
  events: DictEvent[]
  /** Responses by participant and RequestId, with the request. */
  answered: Map<string, { asked: string; marker_id: string }>
}

export function makeWorld(participants: string[]): World {
  return {
    clock: makeClock(),
    settings: {
      list_lag_ms: 0,
      tracking_ms: 1_000,
      blocking_ms: 1_000,
      followed_max: 5,
      contest_period_ms: 80 * DAY_MS,
      analysis_period_ms: 7 * DAY_MS,
      when_analysis_expires: 'leave',
      rejecting_ms: 0,
      refund_window_ms: 3 * DAY_MS,
      refunding_cancellable: true,
      reports_creatable: true,
    },
    participants: new Set(participants),
    indirect: new Map(),
    transactions: new Map(),
    reports: makeStore((report) => [report.funds_recovery_id, report.transaction_id]),
    refunds: makeStore((refund) => [refund.funds_recovery_id, refund.transaction_id]),
    recoveries: makeStore((recovery) => [recovery.root_transaction_id]),
    markers: makeStore(),
    events: [],
    answered: new Map(),
  }
}
