import Type from 'typebox'
import { deskRoute } from '../backoffice-route.ts'
import { viewerRoles } from '../role.ts'
import { ViewReply } from './view.ts'
import { viewsOf } from './view-store.ts'

export const listViews = deskRoute({
  name: 'listViews',
  summary: 'Your saved views of the queue, by name',
  method: 'GET',
  path: '/v1/views',
  roles: viewerRoles,
  reply: { 200: Type.Object({ data: Type.Array(ViewReply) }) },
  errors: [],

  handle: async ({ person, look }) => ({ data: await look((tx) => viewsOf(tx, person.id)) }),
})
