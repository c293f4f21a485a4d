import { route } from '../../../http/route.ts'
import { type FileServices, keepFile, keepFileErrors } from '../../storage/keep-file.ts'
import { DocumentReply } from '../documents/document.ts'
import { documentsOfOne } from '../documents/document-store.ts'
import { keepDocuments } from '../documents/keep-document.ts'
import { DocumentPath, IDENTITY_BYTES_MAX, named, oneFile } from '../documents/upload.ts'
import { documentNotFound } from '../errors.ts'
import { changeRepresentativeErrors, lockOpenRepresentative } from './open-representative.ts'
import { texts } from './texts.ts'

export const replaceRepresentativeDocument = route({
  name: 'replaceRepresentativeDocument',
  ...texts.replaceRepresentativeDocument,
  method: 'PUT',
  path: '/v2/users/legal-representatives/:id/documents/:document_id',
  params: DocumentPath,
  multipart: oneFile(IDENTITY_BYTES_MAX),
  reply: { 200: DocumentReply },
  errors: [...keepFileErrors, ...changeRepresentativeErrors, documentNotFound],

  async handle({ params, scope, receive, transaction }, services: FileServices) {
    const { files } = await receive((one) => keepFile(services, scope, 'ONBOARDING_DOCUMENTS', one))
    return transaction(async (tx) => {
      const { onboarding, representative } = await lockOpenRepresentative(tx, params.id)
      const place = named(await documentsOfOne(tx, onboarding.id, representative.id), params.document_id)
      const { kept } = await keepDocuments(tx, onboarding, [{ place, kept: files[0]! }])
      return kept[0]!
    })
  },
})
