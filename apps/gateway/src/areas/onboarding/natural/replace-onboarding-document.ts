import Type from 'typebox'
import { route } from '../../../http/route.ts'
import { closedEnum } from '../../../http/schema.ts'
import { type FileServices, keepFile, keepFileErrors } from '../../storage/keep-file.ts'
import { cardTypes } from '../documents/document.ts'
import { documentsOf } from '../documents/document-store.ts'
import { DocumentPath, IDENTITY_BYTES_MAX, named, oneFile } from '../documents/upload.ts'
import { broken, documentNotFound, documentRulesBroken } from '../errors.ts'
import { changeErrors, lockOpen } from '../open-onboarding.ts'
import { attachDocuments, OnboardingDocuments } from './attach-documents.ts'
import { texts } from './texts.ts'

/** Replaces the file of a document, for example when an analyst requests it. */
export const replaceOnboardingDocument = route({
  name: 'replaceOnboardingDocument',
  ...texts.replaceOnboardingDocument,
  method: 'PUT',
  path: '/v2/users/onboardings/:id/documents/:document_id',
  params: DocumentPath,
  body: Type.Object(
    {
      document_file_type: Type.Optional(
        closedEnum(cardTypes, 'The card, when the file is a side of a card other than before.'),
      ),
    },
    { additionalProperties: false },
  ),
  multipart: oneFile(IDENTITY_BYTES_MAX),
  reply: { 200: OnboardingDocuments },
  errors: [...keepFileErrors, ...changeErrors, documentNotFound, documentRulesBroken],

  async handle({ params, scope, receive, transaction }, services: FileServices) {
    const { fields, files } = await receive((one) => keepFile(services, scope, 'ONBOARDING_DOCUMENTS', one))
    return transaction(async (tx) => {
      const stored = await lockOpen(tx, 'NATURAL_PERSON', params.id)
      const place = named(await documentsOf(tx, stored.id), params.document_id)
      if (fields.document_file_type && place.identity_document_type === null) {
        const rule = ['só se aplica a um lado de cartão', 'applies only to a side of a card'] as const
        throw documentRulesBroken({ errors: [broken('document_file_type', 'CARD_TYPE', ...rule)] })
      }
      const identity_document_type = fields.document_file_type ?? place.identity_document_type
      return attachDocuments(tx, stored, [{ place: { ...place, identity_document_type }, kept: files[0]! }])
    })
  },
})
