import Type, { type Static } from 'typebox'
import { route } from '../../../http/route.ts'
import { closedEnum } from '../../../http/schema.ts'
import type { BrokenRule } from '../../../platform/errors/fault.ts'
import { type FileServices, keepFile, keepFileErrors } from '../../storage/keep-file.ts'
import { cardTypes, type DocumentType, type naturalDocumentTypes } from '../documents/document.ts'
import { IDENTITY_BYTES_MAX } from '../documents/upload.ts'
import { broken, documentRulesBroken } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { changeErrors, lockOpen } from '../open-onboarding.ts'
import { attachDocuments, OnboardingDocuments } from './attach-documents.ts'
import { texts } from './texts.ts'

const Fields = Type.Object(
  {
    document_file_type: Type.Optional(
      closedEnum(cardTypes, 'The card of document_front and document_back. Required with either.'),
    ),
  },
  { additionalProperties: false },
)

const file = (description: string) => ({ required: false, description: `${description} PDF, JPEG or PNG.` })
const sides = new Set(['document_front', 'document_back'])

/** Receives one or all of the documents, in one call or several. A second file of a type replaces the first. */
export const uploadOnboardingDocuments = route({
  name: 'uploadOnboardingDocuments',
  ...texts.uploadOnboardingDocuments,
  method: 'POST',
  path: '/v2/users/onboardings/:id/documents',
  params: OnboardingPath,
  body: Fields,
  multipart: {
    files: {
      selfie: file('The face.'),
      document_front: file('Front of a card.'),
      document_back: file('Back of the same card.'),
      document_id: file('A digital identity, instead of both sides.'),
      address_proof: file('Proof of address; optional.'),
    } satisfies Record<(typeof naturalDocumentTypes)[number], object>,
    bytesMax: IDENTITY_BYTES_MAX,
  },
  reply: { 200: OnboardingDocuments },
  errors: [...keepFileErrors, ...changeErrors, documentRulesBroken],

  async handle({ params, scope, receive, transaction }, services: FileServices) {
    const { fields, files } = await receive((one) => keepFile(services, scope, 'ONBOARDING_DOCUMENTS', one))
    return transaction(async (tx) => {
      const stored = await lockOpen(tx, 'NATURAL_PERSON', params.id)
      const parts = files.map(({ part }) => part)
      const errors = uploadBreaks(fields, parts)
      if (errors.length > 0) throw documentRulesBroken({ errors })
      const placed = files.map(({ part, ...kept }) => ({
        kept,
        place: {
          onboarding_id: stored.id,
          legal_representative_id: null,
          type: part as DocumentType,
          identity_document_type: sides.has(part) ? fields.document_file_type! : null,
        },
      }))
      return attachDocuments(tx, stored, placed)
    })
  },
})

function uploadBreaks({ document_file_type }: Static<typeof Fields>, parts: string[]): BrokenRule[] {
  if (parts.length === 0) return [broken('selfie', 'NO_FILE', 'envie ao menos um arquivo', 'send at least one file')]
  const sided = parts.some((part) => sides.has(part))
  if (sided === (document_file_type !== undefined)) return []
  return sided
    ? [broken('document_file_type', 'CARD_TYPE', 'informe de qual cartão são os lados', 'state the card of the sides')]
    : [
        broken(
          'document_file_type',
          'CARD_TYPE',
          'só se aplica a um lado de cartão',
          'applies only to a side of a card',
        ),
      ]
}
