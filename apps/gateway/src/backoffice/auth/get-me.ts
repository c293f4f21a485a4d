import Type from 'typebox'
import { deskRoute } from '../backoffice-route.ts'
import { roles } from '../role.ts'

const Me = Type.Object(
  {
    id: Type.String({ description: 'Your name at the identity provider.' }),
    name: Type.String(),
    kind: Type.Enum(['person', 'machine']),
    roles: Type.Array(Type.Enum([...roles])),
  },
  { title: 'Me' },
)

export const getMe = deskRoute({
  name: 'getMe',
  summary: 'Your identity and your roles',
  method: 'GET',
  path: '/v1/me',
  roles,
  reply: { 200: Me },
  errors: [],
  handle: async ({ person: { id, name, kind, roles: given } }) => ({ id, name, kind, roles: given }),
})
