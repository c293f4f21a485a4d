import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { febrabanInstitutions } from '../bank-code/febraban-institutions.ts'

const Institution = Type.Object(
  { ispb: Type.String(), compe: Type.Optional(Type.String()), name: Type.String() },
  { title: 'Institution' },
)

/**
 * The list is short and the same for every user, so it is returned whole. The backoffice shows the name beside each
 * number.
 */
export const listInstitutions = deskRoute({
  name: 'listInstitutions',
  summary: 'The institutions of the Brazilian payment system by their numbers',
  method: 'GET',
  path: '/v1/institutions',
  roles: [...viewerRoles, 'operator'],
  reply: {
    200: Type.Object({
      as_of: Type.String({ description: 'When the Central Bank published them.' }),
      data: Type.Array(Institution),
    }),
  },
  errors: [],

  handle: async () => ({ as_of: febrabanInstitutions.asOf, data: febrabanInstitutions.entries }),
})
