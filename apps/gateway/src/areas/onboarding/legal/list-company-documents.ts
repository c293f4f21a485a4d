import Type from 'typebox'
import { route } from '../../../http/route.ts'
import { DocumentReply } from '../documents/document.ts'
import { documentsOfOne } from '../documents/document-store.ts'
import { onboardingNotFound } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { findOf } from '../open-onboarding.ts'
import { texts } from './texts.ts'

export const listCompanyDocuments = route({
  name: 'listCompanyDocuments',
  ...texts.listCompanyDocuments,
  method: 'GET',
  path: '/v2/users/onboardings/legal-person/:id/documents',
  params: OnboardingPath,
  reply: { 200: Type.Array(DocumentReply) },
  errors: [onboardingNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const found = findOf(tx, 'LEGAL_PERSON', params.id)
      const [, documents] = await Promise.all([found, documentsOfOne(tx, params.id, null)])
      return documents
    })
  },
})
