import Type from 'typebox'
import { openEnum } from '../../../http/schema.ts'
import type { Tx } from '../../../http/transaction.ts'
import { type Document, DocumentReply } from '../documents/document.ts'
import { keepDocuments, type PlacedFile } from '../documents/keep-document.ts'
import { type Onboarding, onboardingMembers, shown } from '../onboarding.ts'
import { takesChanges } from '../status.ts'
import { submitOnboarding } from '../steps/submit-onboarding.ts'
import { type MissingName, missingDocuments, missingNames } from './missing-documents.ts'

const missing = Type.Array(openEnum(missingNames), {
  description:
    'What the checks wait for; empty once they have started. One document_id replaces document_front and document_back. document_front_image: the front must be a JPEG or PNG of at most 5 MiB, because a video is compared with it.',
})

export const OnboardingDetail = Type.Object({ ...onboardingMembers, missing }, { title: 'OnboardingDetail' })

export const OnboardingDocuments = Type.Object(
  { ...onboardingMembers, missing, documents: Type.Array(DocumentReply) },
  { title: 'OnboardingDocuments' },
)

/** The onboarding and its missing documents. */
export function withMissing(onboarding: Onboarding, documents: Document[]) {
  const owed: MissingName[] = takesChanges(onboarding.status)
    ? missingDocuments(documents, onboarding.liveness_method)
    : []
  return { ...shown(onboarding), missing: owed }
}

/** Stores the received documents. No separate submission is needed: the checks begin once nothing is missing. */
export async function attachDocuments(tx: Tx, stored: Onboarding, files: PlacedFile[]) {
  const { onboarding, documents } = await keepDocuments(tx, stored, files)
  const complete = missingDocuments(documents, onboarding.liveness_method).length === 0
  const current = complete
    ? await submitOnboarding(tx, onboarding, { representatives: [], shareholders: [] })
    : onboarding
  return { ...withMissing(current, documents), documents }
}
