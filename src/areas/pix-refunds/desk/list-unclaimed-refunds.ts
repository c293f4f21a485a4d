import Type from 'typebox'
import { deskRoute } from '../../../desk/desk-route.ts'
import { lookers } from '../../../desk/role.ts'
import { PageReply, paging } from '../../../gate/page.ts'
import { DateTime, openEnum, Uuid } from '../../../gate/schema.ts'
import { refundReasons } from '../refund-request.ts'
import { listUnclaimed } from '../unclaimed-refunds.ts'

/** Ids and amounts; the account is about a person. */
const UnclaimedRefund = Type.Object(
  {
    id: Uuid,
    end_to_end_id: Type.String(),
    status: Type.String(),
    reason: openEnum(refundReasons),
    amount: Type.Integer({ description: 'Cents.' }),
    requesting_participant: Type.String({ description: 'The bank that asks; its ISPB.' }),
    first_seen_at: DateTime,
    due_date: DateTime,
    what_to_do: Type.String(),
  },
  { title: 'UnclaimedRefund' },
)

/** It is claimed by itself as soon as the record of its payment is there. */
const advice = {
  'pt-BR':
    'Envie o registro do pagamento à ingestão antes de due_date, ou responda no DICT por outros meios se ele não for nosso.',
  'en-US':
    "Send the payment's record to the ingest before due_date, or answer at DICT by other means if it is not ours.",
}

export const listUnclaimedRefunds = deskRoute({
  name: 'listUnclaimedRefunds',
  summary: 'Refunds of payments that no ledger told us of, what is due first before the rest',
  method: 'GET',
  path: '/v1/unclaimed-refunds',
  roles: [...lookers, 'operator'],
  query: Type.Object(paging(['due_date'], ['asc', 'desc']), { additionalProperties: false }),
  reply: { 200: PageReply(UnclaimedRefund) },
  errors: [],

  async handle({ list }) {
    const page = await list(listUnclaimed)
    return { ...page, data: page.data.map((refund) => ({ ...refund, what_to_do: advice })) }
  },
})
