import { found } from '../../../base/errors/fault.ts'
import { route } from '../../../gate/route.ts'
import { type FileServices, keepFile, keepFileErrors } from '../../storage/keep-file.ts'
import { DocumentReply } from '../documents/document.ts'
import { keepDocuments } from '../documents/keep-document.ts'
import { IDENTITY_BYTES_MAX, oneFile } from '../documents/upload.ts'
import { documentRulesBroken, representativeNotFound } from '../errors.ts'
import { changeErrors, lockOpen } from '../open-onboarding.ts'
import { RepresentativePath } from './representative.ts'
import { placeOf, RepresentativeDocumentFields } from './representative-document.ts'
import { findRepresentative } from './representative-store.ts'

export const uploadRepresentativeDocument = route({
  name: 'uploadRepresentativeDocument',
  summary: 'Send a document of a legal representative; a second one of a type takes the place of the first',
  method: 'POST',
  path: '/v2/users/legal-representatives/:id/documents',
  params: RepresentativePath,
  body: RepresentativeDocumentFields,
  multipart: oneFile(IDENTITY_BYTES_MAX),
  reply: { 201: DocumentReply },
  errors: [...keepFileErrors, ...changeErrors, representativeNotFound, documentRulesBroken],

  async handle({ params, scope, receive, transaction }, services: FileServices) {
    const { fields, files } = await receive((one) => keepFile(services, scope, 'ONBOARDING_DOCUMENTS', one))
    return transaction(async (tx) => {
      const representative = found(await findRepresentative(tx, params.id), representativeNotFound)
      const onboarding = await lockOpen(tx, 'LEGAL_PERSON', representative.onboarding_id)
      const place = placeOf(representative, fields)
      const { kept } = await keepDocuments(tx, onboarding, [{ place, kept: files[0]! }])
      return kept[0]!
    })
  },
})
