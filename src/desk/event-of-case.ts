import Type from 'typebox'
import { DateTime } from '../gate/schema.ts'

/** What was told of a record, as a case shows it. */
export const EventOfCase = Type.Object(
  { type: Type.String(), sequence: Type.Integer(), created_at: DateTime },
  { title: 'EventOfCase' },
)
