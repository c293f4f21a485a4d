import Type from 'typebox'
import { DateTime } from '../http/schema.ts'

/** An event of a record, as a case shows it. */
export const EventOfCase = Type.Object(
  { type: Type.String(), sequence: Type.Integer(), created_at: DateTime },
  { title: 'EventOfCase' },
)
