import { DictProblem } from './problem.ts'

/** A value of a request as it was sent: text, or an element with children. */
export type SentShape = string | { [name: string]: SentShape }

/** The schema of a request. Unknown elements are rejected, so that a client's misspelling is found. */
export type Shape = { [name: string]: ShapesField }
type ShapesField = { optional?: true } & ({ is: RegExp } | { of: Shape })

const field = (is: RegExp): ShapesField => ({ is })
const maybe = (inner: ShapesField): ShapesField => ({ ...inner, optional: true })
const one = (...values: string[]) => field(new RegExp(`^(${values.join('|')})$`))

const uuid = field(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
const ispb = field(/^[0-9A-Za-z]{8}$/)
const transactionId = field(/^\w{32}$/)
const details = field(/^[\s\S]{1,2000}$/u)
const amount = field(/^\d{1,13}\.\d{2}$/)
const situation = one('SCAM', 'ACCOUNT_TAKEOVER', 'COERCION', 'FRAUDULENT_ACCESS', 'OTHER')
const fraud = one('APPLICATION_FRAUD', 'MULE_ACCOUNT', 'SCAMMER_ACCOUNT', 'OTHER')
const contact: ShapesField = {
  of: {
    email: field(/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/),
    phone: field(/^\+\d{2,15}$/),
  },
}

const ofReport: Shape = { infraction_report_id: uuid, participant: ispb }
const ofRefund: Shape = { refund_id: uuid, participant: ispb }
const ofRecovery: Shape = { participant: ispb, funds_recovery_id: uuid }

export const requestShapes = {
  CreateInfractionReportRequest: {
    participant: ispb,
    infraction_report: {
      of: {
        transaction_id: field(/^\w{8,32}$/),
        reason: one('REFUND_REQUEST', 'REFUND_CANCELLED'),
        situation_type: situation,
        report_details: maybe(details),
        contact_information: maybe(contact),
      },
    },
  },
  AcknowledgeInfractionReportRequest: ofReport,
  CancelInfractionReportRequest: ofReport,
  CloseInfractionReportRequest: {
    ...ofReport,
    fraud_type: maybe(fraud),
    analysis_result: one('AGREED', 'DISAGREED'),
    analysis_details: maybe(details),
  },
  CreateRefundRequest: {
    participant: ispb,
    refund: {
      of: {
        transaction_id: transactionId,
        refund_reason: one('FRAUD', 'OPERATIONAL_FLAW', 'PIX_AUTOMATICO'),
        refund_amount: amount,
        refund_details: maybe(details),
      },
    },
  },
  CancelRefundRequest: ofRefund,
  CloseRefundRequest: {
    ...ofRefund,
    refund_analysis_result: one('TOTALLY_ACCEPTED', 'PARTIALLY_ACCEPTED', 'REJECTED'),
    refund_analysis_details: maybe(details),
    refund_rejection_reason: maybe(one('NO_BALANCE', 'ACCOUNT_CLOSURE', 'INVALID_REQUEST', 'OTHER')),
    refund_transaction_id: maybe(transactionId),
    effective_refunded_amount: maybe(amount),
  },
  CreateFundsRecoveryRequest: {
    participant: ispb,
    funds_recovery: {
      of: {
        flow_type: maybe(one('AUTOMATED')),
        root_transaction_id: transactionId,
        situation_type: situation,
        report_details: maybe(details),
        contact_information: contact,
      },
    },
    tracking_graph_parameters: maybe({
      of: {
        min_transaction_amount: maybe(amount),
        max_transactions: maybe(field(/^\d{1,6}$/)),
        hop_window: maybe(field(/^PT\w{2,8}$/)),
        max_hops: maybe(field(/^\d{1,6}$/)),
      },
    }),
  },
  UpdateFundsRecoveryRequest: {
    ...ofRecovery,
    situation_type: maybe(situation),
    report_details: maybe(details),
    contact_information: maybe(contact),
  },
  RefundFundsRecoveryRequest: ofRecovery,
  CancelFundsRecoveryRequest: ofRecovery,
  CreateFraudMarkerRequest: {
    participant: ispb,
    fraud_marker: {
      of: { tax_id_number: field(/^(\d{11}|\d{14})$/), fraud_type: fraud, key: maybe(field(/^.{1,77}$/)) },
    },
    request_id: field(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  },
  CancelFraudMarkerRequest: { fraud_marker_id: uuid, participant: ispb },
} satisfies Record<string, Shape>

export type RequestName = keyof typeof requestShapes

/** Every violation of the schema. Empty when the request is valid. */
export function faultsIn(sent: SentShape, shape: Shape, place = ''): { property: string; reason: string }[] {
  if (typeof sent === 'string') return [{ property: place, reason: 'must hold elements' }]
  const unknown = Object.keys(sent).filter((name) => !(name in shape))
  return [
    ...unknown.map((name) => ({ property: `${place}${name}`, reason: 'is not known' })),
    ...Object.entries(shape).flatMap(([name, expected]) => {
      const property = `${place}${name}`
      const value = sent[name]
      if (value === undefined) return expected.optional ? [] : [{ property, reason: 'is required' }]
      if ('of' in expected) return faultsIn(value, expected.of, `${property}.`)
      const fits = typeof value === 'string' && expected.is.test(value)
      return fits ? [] : [{ property, reason: `does not match ${expected.is.source}` }]
    }),
  ]
}

export function checkShape(sent: SentShape, shape: Shape): asserts sent is { [name: string]: SentShape } {
  const faults = faultsIn(sent, shape)
  if (faults.length > 0) throw new DictProblem('BadRequest', faults)
}
