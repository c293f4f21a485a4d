import Type from 'typebox'
import type { OfProduct, StoredRecord } from '../../../http/repository.ts'
import { DateTime, openEnum, Uuid } from '../../../http/schema.ts'

/**
 * Document types of a natural person: the two sides of an identity card, or one digital identity; and a proof of
 * address.
 */
export const naturalDocumentTypes = [
  'selfie',
  'document_front',
  'document_back',
  'document_id',
  'address_proof',
] as const
export const companyDocumentTypes = ['social_contract', 'balance_sheet', 'revenue_statement', 'kyc_aml_policy'] as const
/** Document types as stored: an identity document with two sides is two documents. */
export const representativeDocumentTypes = [
  'selfie',
  'identity_document',
  'identity_document_front',
  'identity_document_back',
  'qualification_declaration',
  'income_declaration',
  'address_proof',
] as const

const types = [...new Set([...naturalDocumentTypes, ...companyDocumentTypes, ...representativeDocumentTypes])]
export type DocumentType = (typeof types)[number]

export const cardTypes = ['rg', 'cnh'] as const
export const identityDocumentTypes = ['national_id', 'driver_license', 'passport'] as const

export const DocumentReply = Type.Object(
  {
    id: Uuid,
    onboarding_id: Uuid,
    legal_representative_id: Type.Optional(Uuid),
    type: openEnum(types),
    identity_document_type: Type.Optional(openEnum([...cardTypes, ...identityDocumentTypes])),
    file_id: Uuid,
    file_name: Type.String(),
    content_type: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'OnboardingDocument' },
)

/** The stored record. Its bytes are a separate file. */
export type Document = StoredRecord<typeof DocumentReply, OfProduct>

/** The owner and the type of a document, which identify it. */
export type DocumentPlace = Pick<
  Document,
  'onboarding_id' | 'legal_representative_id' | 'type' | 'identity_document_type'
>

/** The partner compares faces only with an image, and limits its size. */
export const FACE_IMAGE_BYTES_MAX = 5 * 1024 * 1024
export function isFaceImage({ content_type, size }: Pick<Document, 'content_type' | 'size'>): boolean {
  return (content_type === 'image/jpeg' || content_type === 'image/png') && size <= FACE_IMAGE_BYTES_MAX
}
