import Type from 'typebox'
import type { OfProduct, Stored } from '../../../gate/records.ts'
import { DateTime, openEnum, Uuid } from '../../../gate/schema.ts'

/** Of a natural person: either side by side the two of a card, or one digital identity; and where they live. */
export const naturalDocumentTypes = [
  'selfie',
  'document_front',
  'document_back',
  'document_id',
  'address_proof',
] as const
export const companyDocumentTypes = ['social_contract', 'balance_sheet', 'revenue_statement', 'kyc_aml_policy'] as const
/** As they are kept: an identity document that has two sides is two documents. */
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

/** The record as it is stored. Its bytes are a file. */
export type Document = Stored<typeof DocumentReply, OfProduct>

/** Whose document it is, and which. */
export type DocumentPlace = Pick<
  Document,
  'onboarding_id' | 'legal_representative_id' | 'type' | 'identity_document_type'
>

/** What a face is compared with: a picture, and not a heavy one. */
export const FACE_IMAGE_BYTES_MAX = 5 * 1024 * 1024
export function isFaceImage({ content_type, size }: Pick<Document, 'content_type' | 'size'>): boolean {
  return (content_type === 'image/jpeg' || content_type === 'image/png') && size <= FACE_IMAGE_BYTES_MAX
}
