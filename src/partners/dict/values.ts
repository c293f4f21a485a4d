import { record, text } from './xml/shape.ts'

/**
 * The words DICT uses. What is sent is closed to these; what is read stays open, as strings, because new values are
 * what BACEN calls a compatible change, and a report of a kind we do not know must still reach its store.
 */
export type SituationType = 'SCAM' | 'ACCOUNT_TAKEOVER' | 'COERCION' | 'FRAUDULENT_ACCESS' | 'OTHER'
export type FraudType = 'APPLICATION_FRAUD' | 'MULE_ACCOUNT' | 'SCAMMER_ACCOUNT' | 'OTHER'
export type AnalysisResult = 'AGREED' | 'DISAGREED'
export type RefundAnalysisResult = 'TOTALLY_ACCEPTED' | 'PARTIALLY_ACCEPTED' | 'REJECTED'
export type RefundRejectionReason = 'NO_BALANCE' | 'ACCOUNT_CLOSURE' | 'INVALID_REQUEST' | 'OTHER'
export type RefundReason = 'FRAUD' | 'OPERATIONAL_FLAW' | 'PIX_AUTOMATICO'

export type InfractionReportStatus = 'OPEN' | 'ACKNOWLEDGED' | 'CLOSED' | 'CANCELLED'
export type RefundStatus = 'OPEN' | 'CLOSED' | 'CANCELLED'
export type FundsRecoveryStatus =
  | 'CREATED'
  | 'TRACKED'
  | 'AWAITING_ANALYSIS'
  | 'ANALYSED'
  | 'REFUNDING'
  | 'COMPLETED'
  | 'CANCELLED'

/** An operator's contact, for the analysts of the other banks. Both or neither. */
export interface ContactInformation {
  email: string
  phone: string
}

/** DICT's own pattern of an e-mail address: no capitals. */
export const contactEmailPattern = "^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\\.[a-z0-9-]+)*$"

export const contactInformation = record({ email: text, phone: text })

/** The most a list of DICT gives at once. */
export const PAGE_LIMIT = 200
