import type { events } from '@eclusa/client/src/index.ts'

/** What triggers an event. */
export type Cause =
  /** An external occurrence that a test installation can simulate, with the required options for this event. */
  | { simulate: string; with?: string[] }
  /** An API call of the caller. */
  | { call: string }
  /** A deadline that passes. */
  | { clock: string }
  /** A decision of the institution's staff, or a record of its ledger. */
  | { people: string }

const verdict = (name: string) => ['--verdict', name]
const analysis = (name: string) => ['--analysis_result', name]

/** For an event without an entry, its documentation page is the reference. */
export const causes: { readonly [Type in keyof events]?: Cause } = {
  'crossborder.client.created': { call: 'createClient' },
  'crossborder.client.updated': { call: 'updateClient' },
  'crossborder.client.verified': { call: 'createClient' },
  'crossborder.account.created': { call: 'createAccount' },
  'crossborder.account.updated': { call: 'updateAccount' },
  'crossborder.account.verified': { call: 'createAccount' },
  'crossborder.account.deactivated': { call: 'deactivateAccount' },
  'crossborder.account.reactivated': { call: 'reactivateAccount' },
  'crossborder.account.deleted': { call: 'deleteAccount' },
  'billets.decode.created': { call: 'decodeBilletV2' },
  'transactions.transaction.created': { simulate: 'payment-arrives' },
  'pix.infraction_notification.received': { simulate: 'infraction-reported' },
  'pix.infraction_notification.acknowledged': { simulate: 'infraction-reported' },
  'pix.infraction_notification.reminded': { clock: 'the time to answer the notification is nearly over' },
  'pix.infraction_notification.answered': { call: 'answerInfractionNotification' },
  'pix.infraction_notification.defaulted': { clock: 'no decision was made in time' },
  'pix.infraction_notification.questioned': {
    people: 'an analyst requests information from the client in the backoffice',
  },
  'pix.infraction_notification.decided': { people: 'an analyst decides in the backoffice' },
  'pix.fund_recovery_request.created': { call: 'createFundRecoveryRequest' },
  'pix.fund_recovery_request.submitted': { call: 'createFundRecoveryRequest' },
  'pix.fund_recovery_request.tracked': { call: 'createFundRecoveryRequest' },
  'pix.fund_recovery_request.analysis_requested': { call: 'createFundRecoveryRequest' },
  'pix.fund_recovery_request.evidence_attached': { call: 'uploadFundRecoveryFiles' },
  'pix.fund_recovery_request.updated': { call: 'updateFundRecoveryRequest' },
  'pix.fund_recovery_request.canceled': { call: 'cancelFundRecoveryRequest' },
  'pix.fund_recovery_request.analysed': { simulate: 'institution-analyses', with: analysis('AGREED') },
  'pix.fund_recovery_request.refund_requested': { simulate: 'institution-analyses', with: analysis('AGREED') },
  'pix.fund_recovery_request.completed_rejected': { simulate: 'institution-analyses', with: analysis('DISAGREED') },
  'pix.fund_recovery_request.refund_received': { simulate: 'refund-paid' },
  'pix.fund_recovery_request.refund_credited': { simulate: 'refund-paid' },
  'pix.fund_recovery_request.completed_approved': { simulate: 'refund-paid' },
  'pix.refund_request.deadline_missed': { clock: 'DICT received no answer in time' },
  'pix.refund_request.refunded': { people: 'the ledger of the institution reports the payment' },
  'pix.refund_request.partially_refunded': { people: 'the ledger of the institution reports the payment' },
  'pix.refund_request.rejected': { people: 'the ledger of the institution rejects it' },
  'users.account.created': { call: 'createUserAccount' },
  'users.account.updated': { call: 'updateUserAccount' },
  'users.account.withdrawn': { call: 'withdrawUserAccount' },
  'users.onboarding.created': { call: 'createOnboarding' },
  'users.onboarding.updated': { call: 'updateOnboarding' },
  'users.onboarding.documents_attached': { call: 'uploadOnboardingDocuments' },
  'users.onboarding.submitted': { call: 'uploadOnboardingDocuments' },
  'users.onboarding.withdrawn': { call: 'withdrawOnboarding' },
  'users.onboarding.resumed': { simulate: 'step-verdict', with: verdict('APPROVED') },
  'users.onboarding.checks_approved': { simulate: 'step-verdict', with: verdict('APPROVED') },
  'users.onboarding.delayed': { simulate: 'step-verdict', with: verdict('MANUAL_REVIEW') },
  'users.onboarding.rejected': { simulate: 'step-verdict', with: verdict('REJECTED') },
  'users.onboarding.failed': { simulate: 'step-verdict', with: verdict('UNUSABLE') },
  'users.onboarding.liveness_updated': { simulate: 'face-verdict', with: verdict('APPROVED') },
  'users.onboarding.liveness_reopened': { simulate: 'face-verdict', with: verdict('UNUSABLE') },
  'users.onboarding.finished': { simulate: 'face-verdict', with: verdict('APPROVED') },
  'users.onboarding.resubmission_asked': { people: 'an analyst requests a resubmission in the backoffice' },
  'users.onboarding.expired': { clock: 'the time of the onboarding has run out' },
  'users.liveness.submitted': { call: 'uploadLivenessVideo' },
  'users.liveness.revoked': { people: 'the institution revokes the link' },
  'users.liveness.renewed': { people: 'the institution renews the link' },
  'users.shareholder.created': { call: 'createShareholder' },
  'users.shareholder.updated': { call: 'updateShareholder' },
  'users.shareholder.withdrawn': { call: 'withdrawShareholder' },
  'users.legal_representative.created': { call: 'createLegalRepresentative' },
  'users.legal_representative.updated': { call: 'updateLegalRepresentative' },
  'users.legal_representative.withdrawn': { call: 'withdrawLegalRepresentative' },
  'storage.file.created': { call: 'createUpload' },
  'storage.file.ready': { call: 'confirmUpload' },
  'storage.file.aborted': { clock: 'the bytes of an upload did not arrive in time' },
  'webhooks.endpoint.created': { call: 'createEndpoint' },
  'webhooks.endpoint.updated': { call: 'updateEndpoint' },
  'webhooks.endpoint.secret_rotated': { call: 'rotateSecret' },
  'webhooks.endpoint.deleted': { call: 'deleteEndpoint' },
  'webhooks.endpoint.tested': { call: 'testEndpoint' },
}
