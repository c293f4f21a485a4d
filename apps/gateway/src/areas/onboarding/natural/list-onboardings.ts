import Type from 'typebox'
import { PageQuery, PageReply } from '../../../http/page.ts'
import { route } from '../../../http/route.ts'
import { closedEnum } from '../../../http/schema.ts'
import { shown } from '../onboarding.ts'
import { listOnboardingsOf } from '../onboarding-list-store.ts'
import { onboardingStatuses } from '../status.ts'
import { OnboardingReply } from './natural-person.ts'
import { texts } from './texts.ts'

export const listOnboardings = route({
  name: 'listOnboardings',
  ...texts.listOnboardings,
  method: 'GET',
  path: '/v2/users/onboardings',
  query: PageQuery(['created_at', 'updated_at'], {
    status: Type.Optional(closedEnum(onboardingStatuses, 'Only onboardings in this status.')),
  }),
  reply: { 200: PageReply(OnboardingReply) },
  errors: [],

  async handle({ query, page, transaction }) {
    const cut = page()
    const rows = await transaction((tx) => listOnboardingsOf(tx, { ...query, person_type: 'NATURAL_PERSON' }, cut))
    return cut.answer(rows.map(shown))
  },
})
