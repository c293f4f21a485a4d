import { route } from '../../../http/route.ts'
import { type FileServices, keepFile, keepFileErrors } from '../../storage/keep-file.ts'
import { DocumentReply } from '../documents/document.ts'
import { documentsOfOne } from '../documents/document-store.ts'
import { keepDocuments } from '../documents/keep-document.ts'
import { COMPANY_BYTES_MAX, DocumentPath, named, oneFile } from '../documents/upload.ts'
import { documentNotFound } from '../errors.ts'
import { changeErrors, lockOpen } from '../open-onboarding.ts'
import { texts } from './texts.ts'

export const replaceCompanyDocument = route({
  name: 'replaceCompanyDocument',
  ...texts.replaceCompanyDocument,
  method: 'PUT',
  path: '/v2/users/onboardings/legal-person/:id/documents/:document_id',
  params: DocumentPath,
  multipart: oneFile(COMPANY_BYTES_MAX),
  reply: { 200: DocumentReply },
  errors: [...keepFileErrors, ...changeErrors, documentNotFound],

  async handle({ params, scope, receive, transaction }, services: FileServices) {
    const { files } = await receive((one) => keepFile(services, scope, 'LEGAL_PERSON_ONBOARDING_DOCUMENTS', one))
    return transaction(async (tx) => {
      const stored = await lockOpen(tx, 'LEGAL_PERSON', params.id)
      const place = named(await documentsOfOne(tx, stored.id, null), params.document_id)
      const { kept } = await keepDocuments(tx, stored, [{ place, kept: files[0]! }])
      return kept[0]!
    })
  },
})
