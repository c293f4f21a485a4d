import { route } from '../../../http/route.ts'
import { type FileServices, keepFile, keepFileErrors } from '../../storage/keep-file.ts'
import { DocumentReply } from '../documents/document.ts'
import { keepDocuments } from '../documents/keep-document.ts'
import { IDENTITY_BYTES_MAX, oneFile } from '../documents/upload.ts'
import { documentRulesBroken } from '../errors.ts'
import { changeRepresentativeErrors, lockOpenRepresentative } from './open-representative.ts'
import { RepresentativePath } from './representative.ts'
import { placeOf, RepresentativeDocumentFields } from './representative-document.ts'
import { texts } from './texts.ts'

export const uploadRepresentativeDocument = route({
  name: 'uploadRepresentativeDocument',
  ...texts.uploadRepresentativeDocument,
  method: 'POST',
  path: '/v2/users/legal-representatives/:id/documents',
  params: RepresentativePath,
  body: RepresentativeDocumentFields,
  multipart: oneFile(IDENTITY_BYTES_MAX),
  reply: { 201: DocumentReply },
  errors: [...keepFileErrors, ...changeRepresentativeErrors, documentRulesBroken],

  async handle({ params, scope, receive, transaction }, services: FileServices) {
    const { fields, files } = await receive((one) => keepFile(services, scope, 'ONBOARDING_DOCUMENTS', one))
    return transaction(async (tx) => {
      const { onboarding, representative } = await lockOpenRepresentative(tx, params.id)
      const place = placeOf(representative, fields)
      const { kept } = await keepDocuments(tx, onboarding, [{ place, kept: files[0]! }])
      return kept[0]!
    })
  },
})
