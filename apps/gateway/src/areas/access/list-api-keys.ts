import { PageQuery, PageReply } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { listOwnApiKeys, OwnApiKeyReply } from './own-api-key.ts'
import { texts } from './texts.ts'

export const listApiKeys = route({
  name: 'listApiKeys',
  ...texts.listApiKeys,
  method: 'GET',
  path: '/v1/keys',
  query: PageQuery(['created_at'], {}),
  reply: { 200: PageReply(OwnApiKeyReply) },
  errors: [],

  handle: ({ list }) => list(listOwnApiKeys),
})
