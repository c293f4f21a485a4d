import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { found } from '../../../platform/errors/fault.ts'
import { clientNotFound } from '../errors.ts'
import { CasePath, CaseQuery } from './case.ts'
import { ClientCase, readClientCase, shownClientCase } from './client-case.ts'
import { maskedSight } from './masking.ts'

export const showClient = deskRoute({
  name: 'showClient',
  summary: 'A cross-border client, with all data for the decision',
  method: 'GET',
  path: '/v1/clients/:id',
  roles: viewerRoles,
  params: CasePath,
  query: CaseQuery,
  reply: { 200: ClientCase },
  errors: [clientNotFound],

  handle: ({ params: { id }, query: { user_id }, lookAt }) =>
    lookAt(user_id, async (tx) => shownClientCase(found(await readClientCase(tx, id), clientNotFound), maskedSight)),
})
