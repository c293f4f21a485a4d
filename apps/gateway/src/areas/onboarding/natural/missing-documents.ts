import { type Document, isFaceImage } from '../documents/document.ts'
import type { LivenessMethod } from '../onboarding.ts'

/** Documents of a natural person that may be missing, with the names of the API. */
export const missingNames = ['selfie', 'document_front', 'document_back', 'document_front_image'] as const
export type MissingName = (typeof missingNames)[number]

type Looked = Pick<Document, 'type' | 'identity_document_type' | 'content_type' | 'size'>

/**
 * The documents that are missing before the checks can begin. Either both sides of one card or a digital identity is
 * enough. A video is compared with the front of a card, so with a video the front must be an image.
 */
export function missingDocuments(documents: Looked[], liveness_method: LivenessMethod | null): MissingName[] {
  const of = (type: string) => documents.find((document) => document.type === type)
  const [front, back] = [of('document_front'), of('document_back')]
  const missing: MissingName[] = []
  if (!of('selfie')) missing.push('selfie')
  if (!of('document_id')) {
    if (!front) missing.push('document_front')
    if (!back || (front && front.identity_document_type !== back.identity_document_type)) missing.push('document_back')
  }
  if (liveness_method === 'VIDEO_UPLOAD') {
    if (!front && !missing.includes('document_front')) missing.push('document_front')
    if (front && !isFaceImage(front)) missing.push('document_front_image')
  }
  return missing
}
