import { findUser } from '../../http/scope/user-store.ts'
import { found } from '../../platform/errors/fault.ts'
import { deskRoute } from '../backoffice-route.ts'
import { recordNotFound } from './errors.ts'
import { adminRoles, UserPath, UserReply } from './shapes.ts'

export const getUser = deskRoute({
  name: 'getUser',
  summary: 'Get a user',
  method: 'GET',
  path: '/v1/users/:user_id',
  roles: adminRoles,
  params: UserPath,
  reply: { 200: UserReply },
  errors: [recordNotFound],
  handle: ({ params: { user_id }, look }) => look(async (tx) => found(await findUser(tx, user_id), recordNotFound)),
})
