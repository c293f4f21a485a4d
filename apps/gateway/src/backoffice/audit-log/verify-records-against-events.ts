import type pg from 'pg'
import { tracedTables } from './audited-columns.ts'
import { keptTables, walkEntries, walkKept } from './verify-audited-tables.ts'
import { type RecordsVerdict, type Walk, walkCovered, walkTold } from './verify-records.ts'
import { judgedTables, walkVerdicts } from './verify-verdicts.ts'

/**
 * Verifies records against events: rows against their events, events against their rows, decisions against their histories,
 * and rows without events against the journal. It reports what is wrong with each. Other checks verify the events and the
 * journal themselves.
 *
 * `tables` names the table of each event type's objects.
 */
export async function verifyTraces(
  db: pg.Pool,
  tables: Map<string, string | null>,
  say: (table: string, rows: number) => void,
): Promise<RecordsVerdict> {
  const verdict: RecordsVerdict = { rows: 0, older: 0, wrong: [] }
  const walks: [string, Walk][] = [
    ...Object.keys(tracedTables).map((table): [string, Walk] => [table, walkCovered(table)]),
    ...judgedTables.map((table): [string, Walk] => [table, walkVerdicts(table)]),
    ...Object.keys(keptTables).map((table): [string, Walk] => [table, walkKept(table)]),
    ['events', walkTold(tables)],
    ['audit_log_records', walkEntries],
  ]
  for (const [table, walk] of walks)
    await walk(db, ({ rows = 0, older = 0, wrong = [] }) => {
      verdict.rows += rows
      verdict.older += older
      verdict.wrong.push(...wrong)
      say(table, verdict.rows)
    })
  return verdict
}
