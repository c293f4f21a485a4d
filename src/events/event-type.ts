import Type, { type TObject, type TProperties } from 'typebox'
import type { Text } from '../base/language.ts'
import { DateTime, Uuid } from '../gate/schema.ts'

/** What the outside world may be told of: declared once, in the area it belongs to. The contract is made from these. */
export interface EventType {
  /** `area.noun.past`. */
  type: string
  summary: Text
  /** Ids and states: an event carries nothing personal. */
  data: TObject
}

export function eventType(type: string, summary: Text, data: TProperties): EventType {
  return { type, summary, data: Type.Object(data) }
}

/** An event as it is pulled and as it is pushed: the same members, so that a client reads both with the same code. */
export const eventMembers = {
  id: Uuid,
  user_id: Uuid,
  object_id: Uuid,
  sequence: Type.Integer({
    minimum: 1,
    description: 'Counts the events of one object: a lower number happened before a higher one.',
  }),
  request_id: Type.String({ description: 'The request or the job that caused it.' }),
  created_at: DateTime,
}
