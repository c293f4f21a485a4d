import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { DateTime, Uuid } from '../../http/schema.ts'
import { clientExists, listActivityRows } from './activity-store.ts'
import { reportClientNotFound } from './errors.ts'
import { texts } from './texts.ts'

const Activity = Type.Object(
  {
    id: Uuid,
    event_id: Uuid,
    source: Type.String({
      description: 'The source of the entry: gateway, rules, operator, or the name of a provider.',
    }),
    event_type: Type.String({ description: 'What happened. An open list.' }),
    status: Type.String({ description: 'The result. An open list.' }),
    event_created_at: DateTime,
    reference_id: Type.Optional(Uuid),
    metadata: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'ClientActivity' },
)

/** The activity of a client, newest first. It is sorted by insertion order, which does not depend on a clock. */
export const listClientActivity = route({
  name: 'listClientActivity',
  ...texts.listClientActivity,
  method: 'GET',
  path: '/v1/reports/client-activity/:client_id',
  params: Type.Object({ client_id: Uuid }),
  query: PageQuery(['sequence'], {}),
  reply: { 200: PageReply(Activity) },
  errors: [reportClientNotFound],

  async handle({ params, page, transaction }) {
    const cut = page()
    return transaction(async (tx) => {
      const [known, rows] = await Promise.all([
        clientExists(tx, params.client_id),
        listActivityRows(tx, params.client_id, cut.clause),
      ])
      if (!known) throw reportClientNotFound()
      return cut.answer(rows)
    })
  },
})
