import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Written into the statement of every list. A user chooses its filters, order and size, so lists have thousands of texts. */
export const LIST_MARK = '/* list */'

/**
 * How many statements a connection keeps prepared, each with its plan. Lists have a budget of their own, so that lists asked in
 * many ways close each other and never an operation. Operations are as many as the code has, which is far fewer than this.
 */
const LISTS_MAX = 250
const OPERATIONS_MAX = 1_000

export interface Prepared<Columns> {
  name: string
  /** How its rows are read, once the server described them; null when it has none. */
  columns: Columns | null | undefined
}

/** The prepared statements of one connection: two LRU caches by text, and the names to close on the server. */
export interface PreparedStatements<Columns> {
  take(text: string): Prepared<Columns>
  /** The names that were evicted since the last call. */
  evicted(): string[]
}

export function openPreparedStatements<Columns>(): PreparedStatements<Columns> {
  let closing: string[] = []
  const budget = (max: number) =>
    new LRUCache<string, Prepared<Columns>>({ max, dispose: ({ name }) => void closing.push(name) })
  const operations = budget(OPERATIONS_MAX)
  const lists = budget(LISTS_MAX)

  return {
    take(text) {
      const known = operations.get(text) ?? lists.get(text)
      if (known) return known
      // Made from the text: behind a pooler that knows no names, another connection's statement is an error and never another text.
      const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
      const prepared = { name, columns: undefined }
      ;(text.includes(LIST_MARK) ? lists : operations).set(text, prepared)
      return prepared
    },
    evicted() {
      const names = closing
      closing = []
      return names
    },
  }
}
