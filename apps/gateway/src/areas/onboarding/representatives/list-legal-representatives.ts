import Type from 'typebox'
import { PageQuery, PageReply } from '../../../http/page.ts'
import { route } from '../../../http/route.ts'
import { Uuid } from '../../../http/schema.ts'
import { RepresentativeReply, representativeShown } from './representative.ts'
import { listRepresentativesOf } from './representative-store.ts'
import { texts } from './texts.ts'

export const listLegalRepresentatives = route({
  name: 'listLegalRepresentatives',
  ...texts.listLegalRepresentatives,
  method: 'GET',
  path: '/v2/users/legal-representatives',
  query: PageQuery(['created_at'], { onboarding_id: Type.Optional(Uuid) }),
  reply: { 200: PageReply(RepresentativeReply) },
  errors: [],

  async handle({ query, page, transaction }) {
    const cut = page()
    const rows = await transaction((tx) => listRepresentativesOf(tx, query, cut))
    return cut.answer(rows.map(representativeShown))
  },
})
