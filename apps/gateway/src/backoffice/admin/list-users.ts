import { PageQuery, PageReply } from '../../http/page.ts'
import { listUsersBy } from '../../http/scope/user-store.ts'
import { deskRoute } from '../backoffice-route.ts'
import { adminRoles, statusFilter, UserReply } from './shapes.ts'

export const listUsers = deskRoute({
  name: 'listUsers',
  summary: 'List users',
  method: 'GET',
  path: '/v1/users',
  roles: adminRoles,
  query: PageQuery(['created_at'], statusFilter),
  reply: { 200: PageReply(UserReply) },
  errors: [],
  handle: ({ query: { status }, list }) => list((tx, page) => listUsersBy(tx, { status }, page)),
})
