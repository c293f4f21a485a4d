import { listApiKeysOf } from '../../http/auth/api-key-store.ts'
import { PageQuery, PageReply } from '../../http/page.ts'
import { deskRoute } from '../backoffice-route.ts'
import { adminRoles, KeyReply, UserPath } from './shapes.ts'

export const listKeys = deskRoute({
  name: 'listKeys',
  summary: 'List the API keys of a user',
  method: 'GET',
  path: '/v1/users/:user_id/keys',
  roles: adminRoles,
  params: UserPath,
  query: PageQuery(['created_at'], {}),
  reply: { 200: PageReply(KeyReply) },
  errors: [],
  handle: ({ params: { user_id }, list }) => list((tx, page) => listApiKeysOf(tx, user_id, page)),
})
