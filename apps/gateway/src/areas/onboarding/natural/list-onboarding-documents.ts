import Type from 'typebox'
import { route } from '../../../http/route.ts'
import { DocumentReply } from '../documents/document.ts'
import { documentsOf } from '../documents/document-store.ts'
import { onboardingNotFound } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { findOf } from '../open-onboarding.ts'
import { texts } from './texts.ts'

export const listOnboardingDocuments = route({
  name: 'listOnboardingDocuments',
  ...texts.listOnboardingDocuments,
  method: 'GET',
  path: '/v2/users/onboardings/:id/documents',
  params: OnboardingPath,
  reply: { 200: Type.Array(DocumentReply) },
  errors: [onboardingNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const found = findOf(tx, 'NATURAL_PERSON', params.id)
      const [, documents] = await Promise.all([found, documentsOf(tx, params.id)])
      return documents
    })
  },
})
