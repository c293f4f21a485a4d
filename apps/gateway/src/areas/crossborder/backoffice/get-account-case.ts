import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { found } from '../../../platform/errors/fault.ts'
import { accountNotFound } from '../errors.ts'
import { AccountCase, readAccountCase, shownAccountCase } from './account-case.ts'
import { CasePath, CaseQuery } from './case.ts'
import { maskedSight } from './masking.ts'

export const showAccount = deskRoute({
  name: 'showAccount',
  summary: 'An account of a cross-border client, with all data for the decision',
  method: 'GET',
  path: '/v1/accounts/:id',
  roles: viewerRoles,
  params: CasePath,
  query: CaseQuery,
  reply: { 200: AccountCase },
  errors: [accountNotFound],

  handle: ({ params: { id }, query: { user_id }, lookAt }) =>
    lookAt(user_id, async (tx) => shownAccountCase(found(await readAccountCase(tx, id), accountNotFound), maskedSight)),
})
