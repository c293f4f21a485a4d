import { uuidv7 } from '../../platform/ids.ts'
import { deskRoute } from '../backoffice-route.ts'
import { viewerRoles } from '../role.ts'
import { viewNameTaken, viewsFull } from './errors.ts'
import { refuseTaken } from './reject-taken-name.ts'
import { VIEWS_MAX, type View, ViewBody, ViewReply } from './view.ts'
import { holdViews, insertView } from './view-store.ts'

export const createView = deskRoute({
  name: 'createView',
  summary: 'Save filters of the queue under a name',
  method: 'POST',
  path: '/v1/views',
  roles: viewerRoles,
  body: ViewBody,
  example: { name: 'Overdue, in nobody’s hands', filters: { due: 'overdue', hands: 'nobody' } },
  reply: { 201: ViewReply },
  errors: [viewNameTaken, viewsFull],

  handle({ body: { name, filters }, person, now, act }) {
    const at = now.toISOString()
    const view: View = { id: uuidv7(now.getTime()), name: name.trim(), filters, created_at: at, updated_at: at }
    return act({
      subject: { type: 'view', id: view.id },
      async work(tx) {
        const own = await holdViews(tx, person.id)
        refuseTaken(own, view)
        if (own.length >= VIEWS_MAX) throw viewsFull()
        insertView(tx, person.id, view)
        return { answer: view, changes: { filters: [null, filters] }, sealed: { name: [null, view.name] } }
      },
    })
  },
})
