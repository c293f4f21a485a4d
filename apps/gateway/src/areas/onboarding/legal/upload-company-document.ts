import Type from 'typebox'
import { route } from '../../../http/route.ts'
import { closedEnum } from '../../../http/schema.ts'
import { type FileServices, keepFile, keepFileErrors } from '../../storage/keep-file.ts'
import { companyDocumentTypes, DocumentReply } from '../documents/document.ts'
import { keepDocuments } from '../documents/keep-document.ts'
import { COMPANY_BYTES_MAX, oneFile } from '../documents/upload.ts'
import { OnboardingPath } from '../fields.ts'
import { changeErrors, lockOpen } from '../open-onboarding.ts'
import { texts } from './texts.ts'

export const uploadCompanyDocument = route({
  name: 'uploadCompanyDocument',
  ...texts.uploadCompanyDocument,
  method: 'POST',
  path: '/v2/users/onboardings/legal-person/:id/documents',
  params: OnboardingPath,
  body: Type.Object(
    { type: closedEnum(companyDocumentTypes, 'Which document it is.') },
    { additionalProperties: false },
  ),
  multipart: oneFile(COMPANY_BYTES_MAX),
  reply: { 201: DocumentReply },
  errors: [...keepFileErrors, ...changeErrors],

  async handle({ params, scope, receive, transaction }, services: FileServices) {
    const { fields, files } = await receive((one) =>
      keepFile(services, scope, 'LEGAL_PERSON_ONBOARDING_DOCUMENTS', one),
    )
    return transaction(async (tx) => {
      const stored = await lockOpen(tx, 'LEGAL_PERSON', params.id)
      const owner = { onboarding_id: stored.id, legal_representative_id: null, identity_document_type: null }
      const { kept } = await keepDocuments(tx, stored, [{ place: { ...owner, type: fields.type }, kept: files[0]! }])
      return kept[0]!
    })
  },
})
