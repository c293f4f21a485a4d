import sql from 'sql-template-tag'

/**
 * Has the planner find rows by their keys for the rest of the transaction. A plan is kept for as long as its connection lives: one
 * that was made while the tables were small would read them whole when they are large.
 */
export const keysOnly = sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_material', 'off', true)`
