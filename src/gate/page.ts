import canonicalize from 'canonicalize'
import sql, { raw, type Sql } from 'sql-template-tag'
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import { LIST_MARK } from '../base/db/prepared-statements.ts'
import { isOneOf, type Key, type KeyRing } from '../base/key-ring.ts'
import { requestMalformed } from './faults.ts'
import { periodFilters, readPeriod, within } from './period.ts'
import { closedEnum } from './schema.ts'

const PAGE_SIZE_MAX = 100
const PAGE_SIZE_DEFAULT = 20
/**
 * How many rows a page reads, one of them to see whether there is a next. Written into the statement rather than sent with
 * it: without the number PostgreSQL expects to give out a tenth of the table, and plans every request anew. Few, because
 * each is a statement that every connection keeps.
 */
const READS = [PAGE_SIZE_DEFAULT + 1, 51, PAGE_SIZE_MAX + 1]
const SEAL_BYTES = 16
/** By it the statements of lists are counted apart from those of operations. */
const listMark = raw(LIST_MARK)

type Order = 'asc' | 'desc'

/** How every list is paged and put in order. The first sort is the default, and so is the first order, where it is said. */
export function paging<const Sorts extends readonly [string, ...string[]]>(
  sorts: Sorts,
  orders?: readonly [Order, ...Order[]],
) {
  const order = orders
    ? { ...closedEnum(orders, `${orders[0]} when absent.`), default: orders[0] }
    : closedEnum(['asc', 'desc'], 'Newest or greatest first when absent.')
  return {
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
    page_state: Type.Optional(Type.String({ maxLength: 1024, description: 'From the answer before; opaque.' })),
    sort: Type.Optional(closedEnum(sorts, `What to order by; ${sorts[0]} when absent.`)),
    order: Type.Optional(Type.Unsafe<Order>(order)),
  }
}

/** The query of a list: its own filters, when its records were made, and how every list is paged. */
export function PageQuery<const Sorts extends readonly [string, ...string[]], Filters extends TProperties>(
  sorts: Sorts,
  filters: Filters,
) {
  return Type.Object(
    {
      ...paging(sorts),
      ...periodFilters,
      ...filters,
    },
    { additionalProperties: false },
  )
}

/** The answer of a list. There is no total: counting costs more the more there is. */
export function PageReply<Item extends TSchema>(
  item: Item,
): TObject<{ data: Type.TArray<Item>; has_next_page: Type.TBoolean; page_state: Type.TOptional<Type.TString> }> {
  return Type.Object({
    data: Type.Array(item),
    has_next_page: Type.Boolean(),
    page_state: Type.Optional(Type.String({ description: 'Send it back for the next page. Absent on the last one.' })),
  })
}

export interface PagedQuery {
  page_size?: number
  page_state?: string
  sort?: string
  order?: Order
  created_at_start?: string
  created_at_end?: string
}

export interface Page {
  /**
   * Ends the statement of a list: the period it was asked for, where the page starts, in which order, and at least one row
   * more than it shows.
   */
  clause: Sql
  /** The period alone, for a statement that has to look for something within it first. */
  period: Sql
  /**
   * Where the page starts, in which order and how far it goes, for a list that is put together from several: `column` is what
   * the list is sorted by, kept so much earlier than it is shown.
   */
  from: (column: Sql, earlierMs?: number) => Sql
  /** How many rows a page reads at most. */
  limit: Sql
  /** The rows of those statements as one list, as far as the page goes. */
  together: <Row extends { id: string }>(rows: Row[]) => Row[]
  answer<Row extends { id: string }>(rows: Row[]): PageAnswer<Row>
}

export interface PageAnswer<Row> {
  data: Row[]
  has_next_page: boolean
  page_state: string | null
}

/** What a page state belongs to: it is refused under another address, another user, wallet or other filters. */
export interface PageOwner {
  operation: string
  params: unknown
  user_id: string
  wallet_id: string | null
  keys: KeyRing
}

/**
 * Keyset paging: a page begins after the last row of the one before, found by index, so that page ten thousand costs
 * what page one does and rows added meanwhile move nothing. The state is sealed because it is put into a statement; `start` is
 * where a list begins that was not begun by a page.
 */
export function openPage(owner: PageOwner, query: PagedQuery, defaultSort: string, start?: Position): Page {
  const { page_size: size = PAGE_SIZE_DEFAULT, page_state, sort = defaultSort, order = 'desc' } = query
  const { page_size: _, page_state: __, ...filters } = query
  // Of which nothing is made for a list that begins and ends with its first page.
  const context = () =>
    canonicalize([owner.operation, owner.params, owner.user_id, owner.wallet_id, sort, order, filters])!
  const after = page_state === undefined ? start : unseal(page_state, context(), owner.keys)

  const direction = raw(order)
  const comparison = raw(order === 'desc' ? '<' : '>')
  const reads = READS.find((rows) => rows > size)
  const limit = raw(String(reads))
  const endingBy = (column: Sql) => sql`${listMark} order by ${column} ${direction}, id ${direction} limit ${limit}`
  const from = (column: Sql, earlierMs = 0) => {
    if (!after) return endingBy(column)
    const value = earlierMs ? new Date(Date.parse(after[0]) - earlierMs).toISOString() : after[0]
    // The first condition follows from the second, but only it tells which partitions hold nothing of this page.
    return sql`and ${column} ${comparison}= ${value} and (${column}, id) ${comparison} (${value}, ${after[1]}) ${endingBy(column)}`
  }
  const period = readPeriod(query)
  // The side from which a later page starts is not said again: given two bounds, the index would be entered at the looser one.
  const said = after && sort === 'created_at' ? { ...period, [order === 'asc' ? 'start' : 'end']: undefined } : period
  return {
    clause: sql`${within(said)} ${from(raw(sort))}`,
    period: within(period),
    from,
    limit,
    together: <Row extends { id: string }>(rows: Row[]) => inOrder(rows, sort as keyof Row, order).slice(0, reads),
    answer(rows) {
      const data = rows.slice(0, size)
      const has_next_page = rows.length > size
      const last = data.at(-1) as (Record<string, string> & { id: string }) | undefined
      const state = has_next_page && last ? seal([last[sort]!, last.id], context(), owner.keys) : null
      return { data, has_next_page, page_state: state }
    },
  }
}

/** By what a list is sorted by, then by the id: as text, which both of them are in the order of. */
export function inOrder<Row extends { id: string }>(rows: Row[], column: keyof Row, order: Order): Row[] {
  const before = order === 'asc' ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = one[column] === other[column] ? [one.id, other.id] : [one[column], other[column]]
    // Two users may have chosen the same id: those stay as they came.
    if (a === b) return 0
    return a < b ? before : -before
  })
}

type Position = readonly [value: string, id: string]

function seal(position: Position, context: string, { newest }: KeyRing): string {
  const text = JSON.stringify(position)
  return Buffer.concat([mac(text, context, newest), Buffer.from(text)]).toString('base64url')
}

function unseal(state: string, context: string, { keys }: KeyRing): Position {
  const bytes = Buffer.from(state, 'base64url')
  const text = bytes.subarray(SEAL_BYTES).toString()
  const codes = keys.map((key) => mac(text, context, key))
  if (isOneOf(bytes.subarray(0, SEAL_BYTES), codes)) return JSON.parse(text) as Position
  throw requestMalformed({
    errors: [
      {
        pointer: '/query/page_state',
        code: 'PAGE_STATE',
        detail: {
          'pt-BR': 'não pertence a esta lista com estes filtros: comece da primeira página',
          'en-US': 'does not belong to this list with these filters: start from the first page',
        },
      },
    ],
  })
}

function mac(text: string, context: string, key: Key): Buffer {
  return key.mac('page_state\0', context, '\0', text).subarray(0, SEAL_BYTES)
}
