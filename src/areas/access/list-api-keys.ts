import { PageQuery, PageReply } from '../../gate/page.ts'
import { route } from '../../gate/route.ts'
import { listOwnApiKeys, OwnApiKeyReply } from './own-api-key.ts'

export const listApiKeys = route({
  name: 'listApiKeys',
  summary: 'List your API keys with their last use',
  method: 'GET',
  path: '/v1/keys',
  query: PageQuery(['created_at'], {}),
  reply: { 200: PageReply(OwnApiKeyReply) },
  errors: [],

  handle: ({ list }) => list(listOwnApiKeys),
})
