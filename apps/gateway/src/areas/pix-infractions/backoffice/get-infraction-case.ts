import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { found } from '../../../platform/errors/fault.ts'
import { infractionUnknown } from '../errors.ts'
import { NotificationPath } from '../notification.ts'
import { shownCase } from './case-view.ts'
import { InfractionCase, readInfractionCase } from './infraction-case.ts'
import { ownerOf } from './owner.ts'

export const showInfraction = deskRoute({
  name: 'showInfraction',
  summary: 'An infraction notification with all data for the decision, with personal data masked',
  method: 'GET',
  path: '/v1/infractions/:id',
  roles: viewerRoles,
  params: NotificationPath,
  reply: { 200: InfractionCase },
  errors: [infractionUnknown],

  async handle({ params: { id }, look, lookAt }) {
    const { user_id } = await ownerOf(look, id)
    return lookAt(user_id, async (tx) => shownCase(found(await readInfractionCase(tx, id), infractionUnknown), false))
  },
})
