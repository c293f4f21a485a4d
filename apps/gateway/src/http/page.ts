import canonicalize from 'canonicalize'
import sql, { raw, type Sql } from 'sql-template-tag'
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import { LIST_MARK } from '../platform/db/prepared-statements.ts'
import { isOneOf, type Key, type KeyRing } from '../platform/key-ring.ts'
import { requestMalformed } from './faults.ts'
import { periodFilters, readPeriod, within } from './period.ts'
import { closedEnum } from './schema.ts'

const PAGE_SIZE_MAX = 100
const PAGE_SIZE_DEFAULT = 20
/**
 * Row limits of a page, with one row more to see whether there is a next page. It is written into the statement and not sent
 * as a parameter: without the number PostgreSQL expects to return a tenth of the table and plans every request again. There
 * are few values, because every connection keeps a statement for each.
 */
const READS = [PAGE_SIZE_DEFAULT + 1, 51, PAGE_SIZE_MAX + 1]
const SEAL_BYTES = 16
/** Marks the statements of lists, which are counted apart from those of operations. */
const listMark = raw(LIST_MARK)

type Order = 'asc' | 'desc'

/** Paging and sorting of every list. The first sort is the default, and so is the first order, unless declared. */
export function paging<const Sorts extends readonly [string, ...string[]]>(
  sorts: Sorts,
  orders?: readonly [Order, ...Order[]],
) {
  const order = orders
    ? { ...closedEnum(orders, `${orders[0]} when absent.`), default: orders[0] }
    : closedEnum(['asc', 'desc'], 'Newest or greatest first when absent.')
  return {
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
    page_state: Type.Optional(Type.String({ maxLength: 1024, description: 'From the previous response; opaque.' })),
    sort: Type.Optional(closedEnum(sorts, `The field to sort by; ${sorts[0]} when absent.`)),
    order: Type.Optional(Type.Unsafe<Order>(order)),
  }
}

/** The query of a list: its own filters, the creation period, paging and sorting. */
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

/** A page of a list. There is no total, because counting gets more expensive as the table grows. */
export function PageReply<Item extends TSchema>(
  item: Item,
): TObject<{ data: Type.TArray<Item>; has_next_page: Type.TBoolean; page_state: Type.TOptional<Type.TString> }> {
  return Type.Object({
    data: Type.Array(item),
    has_next_page: Type.Boolean(),
    page_state: Type.Optional(
      Type.String({ description: 'Send it with the next request to get the next page. Absent on the last page.' }),
    ),
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
   * The end of a list's statement: the requested period, the start of the page, the order, and at least one row more
   * than it shows.
   */
  clause: Sql
  /** The period alone, for a statement that has to search within it first. */
  period: Sql
  /**
   * The start, order and limit of a page, for a list that is merged from several statements. `column` is the sort column, and
   * `earlierMs` says how much earlier its stored value is than the shown one.
   */
  from: (column: Sql, earlierMs?: number) => Sql
  /** How many rows a page reads at most. */
  limit: Sql
  /** Merges the rows of several statements into one list and cuts it at the page size. */
  together: <Row extends { id: string }>(rows: Row[]) => Row[]
  answer<Row extends { id: string }>(rows: Row[]): PageAnswer<Row>
}

export interface PageAnswer<Row> {
  data: Row[]
  has_next_page: boolean
  page_state: string | null
}

/** The context of a page state: it is rejected for another path, user, wallet or other filters. */
export interface PageOwner {
  operation: string
  params: unknown
  user_id: string
  wallet_id: string | null
  keys: KeyRing
}

/**
 * Keyset pagination: a page starts after the last row of the previous one, found by index. Page ten thousand costs the same
 * as page one, and rows added meanwhile do not shift it. The state is signed with a MAC because its values are used in a
 * statement. `start` is where a list without a page state begins.
 */
export function openPage(owner: PageOwner, query: PagedQuery, defaultSort: string, start?: Position): Page {
  const { page_size: size = PAGE_SIZE_DEFAULT, page_state, sort = defaultSort, order = 'desc' } = query
  const { page_size: _, page_state: __, ...filters } = query
  // Not computed for a list that fits on its first page.
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
    // The first condition follows from the second, but only the first lets the planner skip partitions.
    return sql`and ${column} ${comparison}= ${value} and (${column}, id) ${comparison} (${value}, ${after[1]}) ${endingBy(column)}`
  }
  const period = readPeriod(query)
  // The bound of the period on the starting side is omitted: given two bounds, the index scan would start at the looser one.
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

/** Compares by the sort column, then by the id. The text forms of both sort in the same order as the values. */
export function inOrder<Row extends { id: string }>(rows: Row[], column: keyof Row, order: Order): Row[] {
  const before = order === 'asc' ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = one[column] === other[column] ? [one.id, other.id] : [one[column], other[column]]
    // Two users may have chosen the same id. Such rows keep their order.
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
