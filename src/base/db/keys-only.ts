import sql from 'sql-template-tag'

/**
 * Disables sequential scans for the rest of the transaction. A plan lives as long as its connection: a plan made while a table
 * was small would read the whole table after it has grown.
 */
export const keysOnly = sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_material', 'off', true)`
