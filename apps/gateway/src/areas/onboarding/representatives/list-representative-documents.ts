import Type from 'typebox'
import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { DocumentReply } from '../documents/document.ts'
import { documentsOfOne } from '../documents/document-store.ts'
import { representativeNotFound } from '../errors.ts'
import { RepresentativePath } from './representative.ts'
import { findRepresentative } from './representative-store.ts'
import { texts } from './texts.ts'

export const listRepresentativeDocuments = route({
  name: 'listRepresentativeDocuments',
  ...texts.listRepresentativeDocuments,
  method: 'GET',
  path: '/v2/users/legal-representatives/:id/documents',
  params: RepresentativePath,
  reply: { 200: Type.Array(DocumentReply) },
  errors: [representativeNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const representative = found(await findRepresentative(tx, params.id), representativeNotFound)
      return documentsOfOne(tx, representative.onboarding_id, representative.id)
    })
  },
})
