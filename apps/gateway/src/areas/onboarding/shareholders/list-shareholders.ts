import Type from 'typebox'
import { PageQuery, PageReply } from '../../../http/page.ts'
import { route } from '../../../http/route.ts'
import { Uuid } from '../../../http/schema.ts'
import { ShareholderReply, shareholderShown } from './shareholder.ts'
import { listShareholdersOf } from './shareholder-store.ts'
import { texts } from './texts.ts'

export const listShareholders = route({
  name: 'listShareholders',
  ...texts.listShareholders,
  method: 'GET',
  path: '/v2/users/shareholders',
  query: PageQuery(['created_at'], { onboarding_id: Type.Optional(Uuid) }),
  reply: { 200: PageReply(ShareholderReply) },
  errors: [],

  async handle({ query, page, transaction }) {
    const cut = page()
    const rows = await transaction((tx) => listShareholdersOf(tx, query, cut))
    return cut.answer(rows.map(shareholderShown))
  },
})
