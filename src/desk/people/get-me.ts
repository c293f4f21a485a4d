import Type from 'typebox'
import { deskRoute } from '../desk-route.ts'
import { anyRole, roles } from '../role.ts'

export const getMe = deskRoute({
  name: 'getMe',
  summary: 'Who I am here, and what I may do',
  method: 'GET',
  path: '/v1/me',
  roles: anyRole,
  reply: {
    200: Type.Object({
      id: Type.String(),
      name: Type.String(),
      kind: Type.Union([Type.Literal('person'), Type.Literal('machine')]),
      roles: Type.Array(Type.Union(roles.map((role) => Type.Literal(role)))),
    }),
  },
  errors: [],
  handle: async ({ person: { id, name, kind, roles } }) => ({ id, name, kind, roles }),
})
