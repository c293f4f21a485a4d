import type pg from 'pg'
import { copyRows } from './copy-rows.ts'

const ROWS_A_MONTH = 4_000
/** The last month, this one, and six ahead. */
const MONTHS_OF_NEW_DATABASE = 8

/** Adds earlier months of events, history and deliveries until there are so many. Each has events, as a month that was used has. */
export async function addMonths(admin: pg.Pool, months: number): Promise<void> {
  const { rows } = await admin.query<{ month: string }>(
    `select (date_trunc('month', now()) - n * interval '1 month')::date::text as month from generate_series(2, $1) n`,
    [months - MONTHS_OF_NEW_DATABASE + 1],
  )
  const added = rows.map(({ month }) => month)
  for (const table of ['events', 'client_activity', 'webhook_deliveries'])
    await admin.query('select make_month_partitions($1, $2::date[])', [table, added])
  await copyRows(admin, 'events', {
    like: `type = 'crossborder.account.updated'`,
    from: `unnest(array[${added.map((month) => `'${month}'::date`).join()}]::date[]) month, generate_series(1, ${ROWS_A_MONTH}) n`,
    made: { id: 'gen_random_uuid()', object_id: 'gen_random_uuid()', created_at: `month + n * interval '10 minutes'` },
  })
}
