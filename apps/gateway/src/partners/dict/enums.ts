import { record, text } from './xml/shape.ts'

/**
 * DICT's enumerations. Sent values are restricted to these. Received values stay strings, because BACEN calls new
 * values a compatible change, and a report of an unknown kind must still be stored.
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

/** An operator's contact for the analysts of other participants. Both fields or neither. */
export interface ContactInformation {
  email: string
  phone: string
}

/** DICT's own pattern of an e-mail address: no capital letters. */
export const contactEmailPattern = "^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\\.[a-z0-9-]+)*$"

export const contactInformation = record({ email: text, phone: text })

/** The maximum page size of DICT's lists. */
export const PAGE_LIMIT = 200
