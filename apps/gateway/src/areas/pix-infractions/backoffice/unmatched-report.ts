import Type from 'typebox'
import { DateTime, openEnum, Uuid } from '../../../http/schema.ts'
import type { Text } from '../../../platform/language.ts'
import { infractionTypes } from '../notification.ts'

export const UnclaimedReport = Type.Object(
  {
    id: Uuid,
    end_to_end_id: Type.String(),
    status: Type.String(),
    reason: openEnum(infractionTypes),
    reporter_participant: Type.String({ description: 'The ISPB of the institution that reported the infraction.' }),
    amount: Type.Optional(Type.Integer({ description: 'Cents.' })),
    first_seen_at: DateTime,
    due_date: DateTime,
    what_to_do: Type.String(),
  },
  { title: 'UnclaimedReport' },
)

/**
 * A report is matched automatically once the payment's record exists. Until then only the institution can answer DICT.
 */
const advice: Text = {
  'pt-BR':
    'Envie o registro do pagamento à ingestão antes do prazo, ou responda no DICT por outros meios se ele não for nosso.',
  'en-US':
    "Send the payment's record to the ingest before it is due, or answer at DICT by other means if it is not ours.",
}

/** Adds the text that explains what an operator can do. */
export const withAdvice = <Report extends object>(report: Report) => ({ ...report, what_to_do: advice })
