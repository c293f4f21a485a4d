import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { recoveryUnknown } from '../errors.ts'
import { RequestPath } from '../request.ts'
import { RecoveryCase, readRecoveryCase, user_id } from './recovery-case.ts'

export const showRecovery = deskRoute({
  name: 'showRecovery',
  summary: 'The timeline of a fund recovery and the path of the money, with personal data masked',
  method: 'GET',
  path: '/v1/recoveries/:id',
  roles: [...viewerRoles, 'operator'],
  params: RequestPath,
  query: Type.Object({ user_id }, { additionalProperties: false }),
  reply: { 200: RecoveryCase },
  errors: [recoveryUnknown],

  handle: ({ params: { id }, query, lookAt }) =>
    lookAt(query.user_id.toLowerCase(), (tx) => readRecoveryCase(tx, id, false)),
})
