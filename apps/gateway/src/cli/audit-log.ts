import type { Command } from 'commander'
import { anchorHead } from '../backoffice/audit-log/anchor-head.ts'
import { createAnchorClient } from '../backoffice/audit-log/anchor-place.ts'
import { systemClock } from '../platform/clock.ts'
import { readSettings } from '../platform/config/settings.ts'
import { anchorSettings, journalSettings } from '../settings.ts'
import { withPool } from './operator.ts'
import { show } from './show.ts'
import { verifyAll } from './verify-all.ts'

/** A statement may read a whole table, and no request waits for it. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000

export function addJournalCommands(program: Command): void {
  const journal = program.command('journal').description('what people of the institution did')
  journal
    .command('verify')
    .description(
      'verify the audit log against its anchors, and the covered tables against the audit log; print the first break of each kind',
    )
    .option('--since <time>', 'read events and activity only since then; the audit log is always read whole')
    .action(async function (this: Command) {
      const { since } = this.opts<{ since?: string }>()
      const settings = readSettings(journalSettings, process.env)
      const from = since === undefined ? undefined : timeOf(since)
      const verdicts = await withPool(
        settings.DATABASE_AUDITOR_URL,
        (db) => verifyAll(db, settings, from),
        STATEMENT_TIMEOUT_MS,
      )
      const checks = Object.entries(verdicts)
      show(
        this,
        checks.map(([check, { seen, broken, notes }]) => ({
          check,
          seen,
          broken: broken?.kind ?? '',
          notes: notes.join('; '),
        })),
      )
      const breaks = checks.flatMap(([check, { broken }]) => (broken ? [{ check, ...broken }] : []))
      if (breaks.length === 0) return
      show(this, breaks)
      process.exitCode = 1
    })
  journal
    .command('anchor')
    .description(
      'in an emergency: sign the head of the audit log and store the anchor now, as the worker does each minute',
    )
    .action(async function (this: Command) {
      const settings = readSettings(anchorSettings, process.env)
      const anchoring = createAnchorClient(settings)
      if (!anchoring) throw new Error('set JOURNAL_ANCHORS, where anchors are put, and JOURNAL_SIGNING_KEY')
      const put = await withPool(settings.DATABASE_WORKER_URL, (operator) =>
        anchorHead({ operator, clock: systemClock }, anchoring),
      )
      await anchoring.place.close()
      show(this, put ? { anchored: put.sequence } : { anchored: 'nothing: the head is anchored already' })
    })
}

function timeOf(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new Error('--since takes a date or a time, as 2026-11-01 or 2026-11-01T12:00:00Z')
  return time
}
