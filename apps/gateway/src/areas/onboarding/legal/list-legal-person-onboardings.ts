import Type from 'typebox'
import { PageQuery, PageReply } from '../../../http/page.ts'
import { route } from '../../../http/route.ts'
import { closedEnum } from '../../../http/schema.ts'
import { listOnboardingsOf } from '../onboarding-list-store.ts'
import { onboardingStatuses } from '../status.ts'
import { companyShown, LegalPersonReply } from './legal-person.ts'
import { texts } from './texts.ts'

export const listLegalPersonOnboardings = route({
  name: 'listLegalPersonOnboardings',
  ...texts.listLegalPersonOnboardings,
  method: 'GET',
  path: '/v2/users/onboardings/legal-person',
  query: PageQuery(['created_at', 'updated_at'], {
    status: Type.Optional(closedEnum(onboardingStatuses, 'Only onboardings in this status.')),
  }),
  reply: { 200: PageReply(LegalPersonReply) },
  errors: [],

  async handle({ query, page, transaction }) {
    const cut = page()
    const rows = await transaction((tx) => listOnboardingsOf(tx, { ...query, person_type: 'LEGAL_PERSON' }, cut))
    return cut.answer(rows.map(companyShown))
  },
})
