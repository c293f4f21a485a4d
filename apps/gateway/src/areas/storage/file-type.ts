import type { Format } from './format.ts'

/** The purpose of a file type, and its allowed formats. */
interface TypeRules {
  formats: readonly Format[]
  bytesMax: number
  /** Decisions about a person or a payment rely on it, so with a configured scanner it is never stored unscanned. */
  compliance: boolean
}

const MB = 1_000_000
const documents = ['pdf', 'jpeg', 'png'] as const
const videos = ['mp4', 'mov'] as const
const tables = ['pdf', 'csv', 'txt', 'ofx'] as const

const report: TypeRules = { formats: tables, bytesMax: 50 * MB, compliance: false }
const receipt: TypeRules = { formats: documents, bytesMax: 10 * MB, compliance: false }
const identity: TypeRules = { formats: documents, bytesMax: 25 * MB, compliance: true }
const company: TypeRules = { formats: documents, bytesMax: 10 * MB, compliance: true }
const evidence: TypeRules = { formats: documents, bytesMax: 10 * MB, compliance: true }
const crossborder: TypeRules = { formats: documents, bytesMax: 20 * MB, compliance: true }

export const fileTypeRules = {
  DAILY_BALANCE_SUMMARY: report,
  DAILY_BALANCE_SUMMARY_DETAILED: report,
  REPORT_STATEMENTS: report,
  REPORT_PIX_STATEMENTS: report,
  REPORT_PIX_STATEMENTS_PRODUCT: report,
  REPORT_OPERATION_STATEMENTS: report,
  REPORT_OPERATION_STATEMENTS_PRODUCT: report,
  REPORT_TRANSACTION_SUMMARY_PRODUCT: report,
  REPORT_INTERNATIONAL_STATEMENTS: report,
  REPORT_QUOTE_STATEMENTS: report,
  REPORT_ENDR: report,
  CARD_CLEARING: report,
  BANKING_BILLET_DEPOSIT: receipt,
  BANKING_BILLET_PIX_DEPOSIT_BATCH_FILE: { formats: ['csv', 'txt'], bytesMax: 50 * MB, compliance: false },
  OPERATION_RECEIPT: receipt,
  QUOTE_RECEIPT: receipt,
  ONBOARDING_DOCUMENTS: identity,
  ONBOARDING_LIVENESS_VIDEOS: { formats: videos, bytesMax: 50 * MB, compliance: true },
  LEGAL_PERSON_ONBOARDING_DOCUMENTS: company,
  CARD_ONBOARDING_DOCUMENTS: identity,
  COMPANY_BIOMETRIC_DOCUMENTS: identity,
  COMPANY_DOCUMENTS: company,
  PIX_REFUND_FILES: evidence,
  PIX_FUND_RECOVERY_REQUEST_FILES: evidence,
  PIX_INFRACTION_REPORT: evidence,
  CROSSBORDER_CLIENT_DOCUMENT: crossborder,
  CROSSBORDER_CLIENT_ACCOUNT_DOCUMENT: crossborder,
  CROSSBORDER_CLIENT_WALLET_DOCUMENT: crossborder,
  CROSSBORDER_QUOTE_DOCUMENT: crossborder,
  CROSSBORDER_COUNTERPARTY_DOCUMENT: crossborder,
  CROSSBORDER_COUNTERPARTY_WALLET_DOCUMENT: crossborder,
  OTHERS: { formats: [...documents, ...videos, ...tables], bytesMax: 250 * MB, compliance: false },
} as const satisfies Record<string, TypeRules>

export type FileType = keyof typeof fileTypeRules
export const fileTypes = Object.keys(fileTypeRules) as FileType[]

export function rulesOf(type: FileType): TypeRules {
  return fileTypeRules[type]
}

/** The maximum size over all types. */
export const FILE_BYTES_MAX = Math.max(...Object.values(fileTypeRules).map(({ bytesMax }) => bytesMax))
