import Type from 'typebox'
import type { Text } from '../../../base/language.ts'
import { deskRoute } from '../../../desk/desk-route.ts'
import { lookers } from '../../../desk/role.ts'
import { PageReply, paging } from '../../../gate/page.ts'
import { DateTime, openEnum, Uuid } from '../../../gate/schema.ts'
import { infractionTypes } from '../notification.ts'
import { listUnclaimed } from '../unclaimed-reports.ts'

const UnclaimedReport = Type.Object(
  {
    id: Uuid,
    end_to_end_id: Type.String(),
    status: Type.String(),
    reason: openEnum(infractionTypes),
    reporter_participant: Type.String({ description: 'The bank that reported; its ISPB.' }),
    amount: Type.Optional(Type.Integer({ description: 'Cents.' })),
    first_seen_at: DateTime,
    due_date: DateTime,
    what_to_do: Type.String(),
  },
  { title: 'UnclaimedReport' },
)

/** The payment is claimed by itself as soon as its record is there; until then DICT waits for nobody's answer but ours. */
const advice: Text = {
  'pt-BR':
    'Envie o registro do pagamento à ingestão antes de due_date, ou responda no DICT por outros meios se ele não for nosso.',
  'en-US':
    "Send the payment's record to the ingest before due_date, or answer at DICT by other means if it is not ours.",
}

export const listUnclaimedReports = deskRoute({
  name: 'listUnclaimedReports',
  summary: 'Reports of other banks about payments that no ledger told us of, what is due first before the rest',
  method: 'GET',
  path: '/v1/unclaimed-reports',
  roles: [...lookers, 'operator'],
  query: Type.Object(paging(['due_date'], ['asc', 'desc']), { additionalProperties: false }),
  reply: { 200: PageReply(UnclaimedReport) },
  errors: [],

  async handle({ list }) {
    const page = await list(listUnclaimed)
    return { ...page, data: page.data.map((report) => ({ ...report, what_to_do: advice })) }
  },
})
