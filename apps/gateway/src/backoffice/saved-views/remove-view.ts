import { found } from '../../platform/errors/fault.ts'
import { deskRoute } from '../backoffice-route.ts'
import { viewerRoles } from '../role.ts'
import { viewNotFound } from './errors.ts'
import { ViewPath, ViewReply } from './view.ts'
import { deleteView, holdViews } from './view-store.ts'

export const removeView = deskRoute({
  name: 'removeView',
  summary: 'Delete a saved view',
  method: 'DELETE',
  path: '/v1/views/:view_id',
  roles: viewerRoles,
  params: ViewPath,
  reply: { 200: ViewReply },
  errors: [viewNotFound],

  handle: ({ params: { view_id }, person, act }) =>
    act({
      subject: { type: 'view', id: view_id },
      async work(tx) {
        const own = await holdViews(tx, person.id)
        const view = found(
          own.find(({ id }) => id === view_id),
          viewNotFound,
        )
        deleteView(tx, person.id, view_id)
        return { answer: view, changes: { filters: [view.filters, null] }, sealed: { name: [view.name, null] } }
      },
    }),
})
