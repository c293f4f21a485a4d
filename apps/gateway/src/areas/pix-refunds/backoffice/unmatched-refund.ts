import Type from 'typebox'
import { DateTime, openEnum, Uuid } from '../../../http/schema.ts'
import type { Text } from '../../../platform/language.ts'
import { refundReasons } from '../refund-request.ts'

/** Ids and amounts. The account is omitted, because it is personal data. */
export const UnclaimedRefund = Type.Object(
  {
    id: Uuid,
    end_to_end_id: Type.String(),
    status: Type.String(),
    reason: openEnum(refundReasons),
    amount: Type.Integer({ description: 'Cents.' }),
    requesting_participant: Type.String({ description: 'The ISPB of the requesting institution.' }),
    first_seen_at: DateTime,
    due_date: DateTime,
    what_to_do: Type.String(),
  },
  { title: 'UnclaimedRefund' },
)

/** A refund is matched automatically once the record of its payment exists. */
const advice: Text = {
  'pt-BR':
    'Envie o registro do pagamento à ingestão antes do prazo, ou responda no DICT por outros meios se ele não for nosso.',
  'en-US':
    "Send the payment's record to the ingest before it is due, or answer at DICT by other means if it is not ours.",
}

/** Adds the text that explains what an operator can do. */
export const withAdvice = <Refund extends object>(refund: Refund) => ({ ...refund, what_to_do: advice })
