import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { insertUser } from '../../http/scope/user-store.ts'
import { kept } from '../audit-log/audit-subjects.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reason } from '../reason.ts'
import { orRefused, recordNotFound, recordTaken } from './errors.ts'
import { Name, NewId, UserReply } from './shapes.ts'

const UserCreate = Type.Object(
  {
    name: Name,
    id: Type.Optional(Type.String({ ...NewId, description: 'The sub of its platform tokens; generated when absent.' })),
    reason: Reason,
  },
  { additionalProperties: false, title: 'UserCreate' },
)

export const createUser = deskRoute({
  name: 'createUser',
  summary: 'Create a user, active at once',
  method: 'POST',
  path: '/v1/users',
  roles: ['operator'],
  body: UserCreate,
  example: { name: 'Aurora Pagamentos', reason: 'contract signed' },
  reply: { 201: UserReply },
  errors: [recordTaken, recordNotFound],

  handle({ body: { name, id: given, reason }, act }) {
    const id = (given ?? randomUUID()).toLowerCase()
    return act({
      subject: { type: 'user', id },
      reason,
      async work(tx) {
        const answer = await orRefused(insertUser(tx, id, name))
        return {
          answer,
          changes: { status: [null, answer.status] },
          sealed: { name: [null, name] },
          records: [kept.user(id)],
        }
      },
    })
  },
})
