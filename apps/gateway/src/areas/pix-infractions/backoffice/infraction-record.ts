import Type from 'typebox'
import { type Masks, masked, withMasks } from '../../../backoffice/masked.ts'
import { DateTime, openEnum } from '../../../http/schema.ts'
import { type Notification, NotificationReply, notificationStatuses } from '../notification.ts'

/** The notification for the institution: the client's view, and the fields for analysts. */
export const InfractionRecord = Type.Object(
  {
    ...NotificationReply.properties,
    status: openEnum(notificationStatuses),
    version: Type.Integer({ description: 'The version to send as seen with a verdict.' }),
    dict_status: Type.String({ description: 'The value at DICT.' }),
    participant: Type.Optional(
      Type.String({ description: 'The participant of ours to which it is addressed; an ISPB.' }),
    ),
    received_amount: Type.Optional(Type.Integer({ description: 'The amount received; cents.' })),
    contact_email: Type.Optional(Type.String({ description: 'The contact at the institution that reported.' })),
    contact_phone: Type.Optional(Type.String()),
    decided_at: Type.Optional(DateTime),
    decided_by: Type.Optional(Type.String({ description: 'The person; or `client`, or `default`.' })),
    decision_reason: Type.Optional(Type.String({ description: 'The reason. Only the institution reads it.' })),
  },
  { title: 'InfractionRecord' },
)

/** Flattens the reporting participant's contact into separate fields. */
const recordOf = ({ contact_information: contact, ...infraction }: Notification) => ({
  ...infraction,
  contact_email: contact?.email ?? null,
  contact_phone: contact?.phone ?? null,
})
type Record = ReturnType<typeof recordOf>

const personal: Masks<Record> = {
  counterparty_name: masked.name,
  company_name: masked.name,
  contact_email: masked.email,
  contact_phone: masked.phone,
  description: masked.text,
  client_analysis_details: masked.text,
  question: masked.text,
  analysis_details: masked.text,
  decision_reason: masked.text,
}

export function shownInfraction(infraction: Notification, revealed: boolean): Record {
  const whole = recordOf(infraction)
  return revealed ? whole : withMasks(whole, personal)
}
