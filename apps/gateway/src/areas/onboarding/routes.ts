import type { Route } from '../../http/route.ts'
import type { FileServices } from '../storage/keep-file.ts'
import { createUserAccount } from './accounts/create-user-account.ts'
import { getUserAccount } from './accounts/get-user-account.ts'
import { listUserAccounts } from './accounts/list-user-accounts.ts'
import { updateUserAccount } from './accounts/update-user-account.ts'
import { withdrawUserAccount } from './accounts/withdraw-user-account.ts'
import { ownersOnly } from './errors.ts'
import { createLegalPersonOnboarding } from './legal/create-legal-person-onboarding.ts'
import { finalizeLegalPersonOnboarding } from './legal/finalize-legal-person-onboarding.ts'
import { getLegalPersonOnboarding } from './legal/get-legal-person-onboarding.ts'
import { listCompanyDocuments } from './legal/list-company-documents.ts'
import { listLegalPersonOnboardings } from './legal/list-legal-person-onboardings.ts'
import { replaceCompanyDocument } from './legal/replace-company-document.ts'
import { updateLegalPersonOnboarding } from './legal/update-legal-person-onboarding.ts'
import { uploadCompanyDocument } from './legal/upload-company-document.ts'
import { withdrawLegalPersonOnboarding } from './legal/withdraw-legal-person-onboarding.ts'
import { getLiveness } from './liveness/get-liveness.ts'
import { listRepresentativeLivenesses } from './liveness/list-representative-livenesses.ts'
import { createOnboarding } from './natural/create-onboarding.ts'
import { getOnboarding } from './natural/get-onboarding.ts'
import { listOnboardingDocuments } from './natural/list-onboarding-documents.ts'
import { listOnboardings } from './natural/list-onboardings.ts'
import { replaceOnboardingDocument } from './natural/replace-onboarding-document.ts'
import { updateOnboarding } from './natural/update-onboarding.ts'
import { uploadOnboardingDocuments } from './natural/upload-onboarding-documents.ts'
import { withdrawOnboarding } from './natural/withdraw-onboarding.ts'
import type { OpeningServices } from './open-onboarding.ts'
import { createLegalRepresentative } from './representatives/create-legal-representative.ts'
import { getLegalRepresentative } from './representatives/get-legal-representative.ts'
import { listLegalRepresentatives } from './representatives/list-legal-representatives.ts'
import { listRepresentativeDocuments } from './representatives/list-representative-documents.ts'
import { replaceRepresentativeDocument } from './representatives/replace-representative-document.ts'
import { updateLegalRepresentative } from './representatives/update-legal-representative.ts'
import { uploadRepresentativeDocument } from './representatives/upload-representative-document.ts'
import { withdrawLegalRepresentative } from './representatives/withdraw-legal-representative.ts'
import { createShareholder } from './shareholders/create-shareholder.ts'
import { getShareholder } from './shareholders/get-shareholder.ts'
import { listShareholders } from './shareholders/list-shareholders.ts'
import { updateShareholder } from './shareholders/update-shareholder.ts'
import { withdrawShareholder } from './shareholders/withdraw-shareholder.ts'
import { listOnboardingsWithSteps } from './steps/list-onboardings-with-steps.ts'
import { uploadLivenessVideo } from './videos/upload-liveness-video.ts'
import { uploadRepresentativeLivenessVideo } from './videos/upload-representative-liveness-video.ts'

type OnboardingServices = FileServices & OpeningServices

/**
 * Target users cannot open onboardings. Otherwise the duplicate checks of the product would reveal its other users to
 * them.
 */
const ofOwners = (declared: Route<OnboardingServices>): Route<OnboardingServices> => ({
  ...declared,
  errors: [ownersOnly, ...declared.errors],
  async handle(call, services) {
    if (call.scope.product_role === 'TARGET') throw ownersOnly()
    return declared.handle(call, services)
  },
})

const operations: Route<OnboardingServices>[] = [
  createUserAccount,
  listUserAccounts,
  getUserAccount,
  updateUserAccount,
  withdrawUserAccount,
  createOnboarding,
  listOnboardings,
  listOnboardingsWithSteps,
  getOnboarding,
  updateOnboarding,
  withdrawOnboarding,
  uploadOnboardingDocuments,
  listOnboardingDocuments,
  replaceOnboardingDocument,
  createLegalPersonOnboarding,
  listLegalPersonOnboardings,
  getLegalPersonOnboarding,
  updateLegalPersonOnboarding,
  withdrawLegalPersonOnboarding,
  uploadCompanyDocument,
  listCompanyDocuments,
  replaceCompanyDocument,
  finalizeLegalPersonOnboarding,
  createShareholder,
  listShareholders,
  getShareholder,
  updateShareholder,
  withdrawShareholder,
  createLegalRepresentative,
  listLegalRepresentatives,
  getLegalRepresentative,
  updateLegalRepresentative,
  withdrawLegalRepresentative,
  uploadRepresentativeDocument,
  listRepresentativeDocuments,
  replaceRepresentativeDocument,
]

export const onboardingRoutes = operations.map(ofOwners)

export const livenessRoutes = [
  getLiveness,
  uploadLivenessVideo,
  listRepresentativeLivenesses,
  uploadRepresentativeLivenessVideo,
]
