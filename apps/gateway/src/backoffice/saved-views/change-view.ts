import { found } from '../../platform/errors/fault.ts'
import { deskRoute } from '../backoffice-route.ts'
import { viewerRoles } from '../role.ts'
import { viewNameTaken, viewNotFound } from './errors.ts'
import { refuseTaken } from './reject-taken-name.ts'
import { type View, ViewBody, ViewPath, ViewReply } from './view.ts'
import { holdViews, saveView } from './view-store.ts'

export const changeView = deskRoute({
  name: 'changeView',
  summary: 'Change the name or the filters of a saved view',
  method: 'PATCH',
  path: '/v1/views/:view_id',
  roles: viewerRoles,
  params: ViewPath,
  body: ViewBody,
  example: { name: 'Accounts of today', filters: { kind: 'account', due: 'today' } },
  reply: { 200: ViewReply },
  errors: [viewNotFound, viewNameTaken],

  handle: ({ params: { view_id }, body: { name, filters }, person, now, act }) =>
    act({
      subject: { type: 'view', id: view_id },
      async work(tx) {
        const own = await holdViews(tx, person.id)
        const before = found(
          own.find(({ id }) => id === view_id),
          viewNotFound,
        )
        const view: View = { ...before, name: name.trim(), filters, updated_at: now.toISOString() }
        refuseTaken(own, view)
        saveView(tx, person.id, view)
        return {
          answer: view,
          changes: { filters: [before.filters, filters] },
          sealed: { name: [before.name, view.name] },
        }
      },
    }),
})
