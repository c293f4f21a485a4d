import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A marker in the statement of every list. A user chooses its filters, order and size, so lists have thousands of texts. */
export const LIST_MARK = '/* list */'

/**
 * How many statements a connection keeps prepared, each with its plan. Lists have a separate budget, so that many list variants
 * evict each other and never an operation. Operations are limited by the code, far below this number.
 */
const LISTS_MAX = 250
const OPERATIONS_MAX = 1_000

export interface Prepared<Columns> {
  name: string
  /** The parsers of its rows, once the server described them. Null when it returns none. */
  columns: Columns | null | undefined
}

/** The prepared statements of one connection: two LRU caches by text, and the names to close on the server. */
export interface PreparedStatements<Columns> {
  take(text: string): Prepared<Columns>
  /** The names evicted since the last call. */
  evicted(): string[]
}

export function createPreparedStatements<Columns>(): PreparedStatements<Columns> {
  let closing: string[] = []
  const budget = (max: number) =>
    new LRUCache<string, Prepared<Columns>>({ max, dispose: ({ name }) => void closing.push(name) })
  const operations = budget(OPERATIONS_MAX)
  const lists = budget(LISTS_MAX)

  return {
    take(text) {
      const known = operations.get(text) ?? lists.get(text)
      if (known) return known
      // Derived from the text: behind a pooler that does not track names, the statement of another connection is an error and
      // never a different text.
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
