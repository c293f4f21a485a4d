import sql from 'sql-template-tag'

/**
 * Disables hash joins, merge joins and materialisation for the rest of the transaction, so that joined rows are found by their
 * keys. A plan lives as long as its connection: one made while a table was small would read the whole table after it has grown.
 */
export const keysOnly = sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_material', 'off', true)`
