import Type, { type Static, type TObject, type TProperties } from 'typebox'
import type { OfProduct } from '../http/repository.ts'
import { DateTime, Uuid } from '../http/schema.ts'
import type { Text } from '../platform/language.ts'

/** A domain event. It can only be created by calling a declared event. */
export interface DomainEvent {
  type: string
  object_id: string
  /** The version of the object after the change, by which its events can be ordered. */
  sequence: number
  data: Record<string, unknown>
  /** When the object got this version, so that event times follow the sequence. */
  at?: string
  /** The product of the record, directly or through its wallet. */
  of: OfProduct | InWallet
  /** The table of the record, for the digest that the event stores. Null when the object has no row. */
  table: string | null
}

interface InWallet {
  wallet_id: string
}

/** A declared event, from which the contract, the pages and the endpoint's choice of types are generated. */
export interface EventType {
  /** `area.noun.past`. */
  type: string
  summary: Text
  /** Ids and states: an event contains no personal data. */
  data: TObject
  /** The table with the rows of its object; null when there is none. */
  table: string | null
}

type EventVersion = { id: string; version: number; updated_at?: string } & DomainEvent['of']

/** Null means no value, as in a row; such a member is omitted. */
type Members<Shape extends TProperties> = {
  [Name in keyof Static<TObject<Shape>>]:
    | Static<TObject<Shape>>[Name]
    | (undefined extends Static<TObject<Shape>>[Name] ? null : never)
}

/** Fields of every event about a kind of record: ids and states, no personal data. */
export interface EventSubject<Of extends EventVersion, Shape extends TProperties> {
  table: string | null
  shape: Shape
  members: (record: Of) => Members<Shape>
}

export function about<Of extends EventVersion, Shape extends TProperties>(
  table: string | null,
  shape: Shape,
  members: (record: Of) => Members<Shape>,
): EventSubject<Of, Shape> {
  return { table, shape, members }
}

/** Fields of an event beside its subject, if any. */
type Details<More extends TProperties> = keyof More extends never ? [] : [details: Members<More>]

export type Event<Of extends EventVersion, More extends TProperties = {}> = EventType &
  ((record: Of, ...details: Details<More>) => DomainEvent)

/**
 * Declares an event. The result is both the catalogue entry and the function that creates the event. Areas declare
 * theirs in an object whose path is the name, `crossborder.account.updated(account)`, so that one search finds the
 * declaration and all uses.
 */
export function event<Of extends EventVersion, Shape extends TProperties, More extends TProperties = {}>(
  type: `${string}.${string}.${string}`,
  summary: Text,
  subject: EventSubject<Of, Shape>,
  more?: More,
): Event<Of, More> {
  const { table } = subject
  const make = (record: Of, details: object = {}): DomainEvent => ({
    type,
    object_id: record.id,
    sequence: record.version,
    data: withoutAbsent({ ...subject.members(record), ...details }),
    ...(record.updated_at !== undefined && { at: record.updated_at }),
    of: 'product_id' in record ? { product_id: record.product_id } : { wallet_id: record.wallet_id },
    table,
  })
  return Object.assign(make, { type, summary, data: Type.Object({ ...subject.shape, ...more }), table })
}

function withoutAbsent(data: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== undefined))
}

/** The events of an area, by noun and past participle. */
export type Catalogue = Record<string, Record<string, EventType>>

export function eventsOf(catalogue: Catalogue): EventType[] {
  return Object.values(catalogue).flatMap((noun) => Object.values(noun))
}

/** The fields of an event, identical in the API and in webhooks, so that a client reads both with the same code. */
export const eventMembers = {
  id: Uuid,
  user_id: Uuid,
  product_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The product that the record belongs to. Absent: the record was created without a product.',
    }),
  ),
  object_id: Uuid,
  sequence: Type.Integer({
    minimum: 1,
    description:
      'Counts the events of one object: 1, 2, 3 and so on, without gaps. A missing number is an event that has not arrived yet.',
  }),
  request_id: Type.String({ description: 'The request or the job that caused it.' }),
  created_at: DateTime,
}
