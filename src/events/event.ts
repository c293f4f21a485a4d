import Type, { type Static, type TObject, type TProperties } from 'typebox'
import type { Text } from '../base/language.ts'
import type { OfProduct } from '../gate/records.ts'
import { DateTime, Uuid } from '../gate/schema.ts'

/** Something that happened, as the outside world is told of it. Made by calling a declared event, and in no other way. */
export interface Happening {
  type: string
  object_id: string
  /** The version of the object this happening left behind, so that its events can be put in order. */
  sequence: number
  data: Record<string, unknown>
  /** When the object became this version: its events have times in the order of their sequence. */
  at?: string
  /** Whose it is beside the user: that of the record, which is told by itself or by the wallet it is in. */
  of: OfProduct | InWallet
  /** The table of the record, of whose row the event keeps a digest. Null: what has no row of which it is told. */
  table: string | null
}

interface InWallet {
  wallet_id: string
}

/** What the contract, the pages and the choice of an endpoint are made from. */
export interface EventType {
  /** `area.noun.past`. */
  type: string
  summary: Text
  /** Ids and states: an event carries nothing personal. */
  data: TObject
  /** Where the rows are that its object is one of; null where there is none to look for. */
  table: string | null
}

type Versioned = { id: string; version: number; updated_at?: string } & Happening['of']

/** Null stands for what has no value, as in a row; such a member is left out. */
type Members<Shape extends TProperties> = {
  [Name in keyof Static<TObject<Shape>>]:
    | Static<TObject<Shape>>[Name]
    | (undefined extends Static<TObject<Shape>>[Name] ? null : never)
}

/** What is told of a record at every event about it: ids and states, and nothing of a person. */
export interface Subject<Of extends Versioned, Shape extends TProperties> {
  table: string | null
  shape: Shape
  members: (record: Of) => Members<Shape>
}

export function about<Of extends Versioned, Shape extends TProperties>(
  table: string | null,
  shape: Shape,
  members: (record: Of) => Members<Shape>,
): Subject<Of, Shape> {
  return { table, shape, members }
}

/** What an event tells beside its subject, where it tells anything. */
type Details<More extends TProperties> = keyof More extends never ? [] : [details: Members<More>]

export type Event<Of extends Versioned, More extends TProperties = {}> = EventType &
  ((record: Of, ...details: Details<More>) => Happening)

/**
 * Declares an event. The result is both what the catalogue lists and the function that makes the thing recorded. Areas keep
 * theirs in an object whose path is the name, `crossborder.account.updated(account)`, so that one search finds where an
 * event is declared and where it happens.
 */
export function event<Of extends Versioned, Shape extends TProperties, More extends TProperties = {}>(
  type: `${string}.${string}.${string}`,
  summary: Text,
  subject: Subject<Of, Shape>,
  more?: More,
): Event<Of, More> {
  const { table } = subject
  const make = (record: Of, details: object = {}): Happening => ({
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

/** The events of an area, by noun and by what happened to it. */
export type Catalogue = Record<string, Record<string, EventType>>

export function eventsOf(catalogue: Catalogue): EventType[] {
  return Object.values(catalogue).flatMap((noun) => Object.values(noun))
}

/** An event as it is pulled and as it is pushed: the same members, so that a client reads both with the same code. */
export const eventMembers = {
  id: Uuid,
  user_id: Uuid,
  product_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The product that the record belongs to. Absent: it was made under none.',
    }),
  ),
  object_id: Uuid,
  sequence: Type.Integer({
    minimum: 1,
    description: 'Counts the events of one object, 1, 2, 3 and so on: none is skipped, and a gap is still to come.',
  }),
  request_id: Type.String({ description: 'The request or the job that caused it.' }),
  created_at: DateTime,
}
