import type { Command } from 'commander'
import type pg from 'pg'
import { verifyActivity } from '../areas/reports/verify-activity.ts'
import { systemClock } from '../base/clock.ts'
import { readSettings, type Settings } from '../base/config/settings.ts'
import { readVerifyKeys } from '../desk/journal/anchor.ts'
import { anchorHead } from '../desk/journal/anchor-head.ts'
import { openAnchoring, openAnchorPlace } from '../desk/journal/anchor-place.ts'
import { coveredTables } from '../desk/journal/cover.ts'
import type { Say, Verdict } from '../desk/journal/verdict.ts'
import { verifyAnchors } from '../desk/journal/verify-anchors.ts'
import { verifyCovers } from '../desk/journal/verify-covers.ts'
import { verifyJournal } from '../desk/journal/verify-journal.ts'
import { anchorSettings, journalSettings } from '../settings.ts'
import { withPool } from './operator.ts'
import { show } from './show.ts'

const PROGRESS_MS = 2_000

export function addJournalCommands(program: Command): void {
  const journal = program.command('journal').description('what people of the institution did')
  journal
    .command('verify')
    .description(
      'hold the journal against its anchors, and what it covers against it; name the first break of each kind',
    )
    .option(
      '--since <time>',
      'read again only what happened since then of events and activity; the journal is walked whole',
    )
    .action(async function (this: Command) {
      const { since } = this.opts<{ since?: string }>()
      const settings = readSettings(journalSettings, process.env)
      const verdicts = await withPool(settings.DATABASE_AUDITOR_URL, (db) =>
        verifyAll(db, settings, since === undefined ? undefined : timeOf(since)),
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
    .description('in an emergency: sign the head of the journal and put it outside now, as the worker does each minute')
    .action(async function (this: Command) {
      const settings = readSettings(anchorSettings, process.env)
      const anchoring = openAnchoring(settings)
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

async function verifyAll(db: pg.Pool, settings: Settings<typeof journalSettings>, since: Date | undefined) {
  const verdicts: Record<string, Verdict> = {}
  const { anchors, verdict } = await readAnchors(settings)
  verdicts['anchors'] = verdict
  const walked = await verifyJournal(db, anchors, saying('entries of the journal'))
  verdicts['journal'] = walked.chain
  verdicts['journal against anchors'] = walked.anchored
  const asked = { since, retentionMonths: settings.EVENT_RETENTION_MONTHS, now: systemClock.now() }
  for (const table of coveredTables)
    verdicts[table] = await verifyCovers(db, table, { ...asked, say: saying(`rows of ${table}`) })
  verdicts['client activity chains'] = await readActivity(db)
  return verdicts
}

/** Without a place there is nothing to hold the journal against, and that is said. */
async function readAnchors(settings: Settings<typeof journalSettings>) {
  const place = openAnchorPlace(settings)
  if (!place) {
    const notes = ['JOURNAL_ANCHORS is not set: a journal that its owner wrote anew, or cut, would not be noticed']
    return { anchors: [], verdict: { seen: 0, notes } }
  }
  try {
    return await verifyAnchors(place, readVerifyKeys(settings.JOURNAL_VERIFY_KEY!), saying('anchors'))
  } finally {
    await place.close()
  }
}

async function readActivity(db: pg.Pool): Promise<Verdict> {
  const { chains, broken } = await verifyActivity(db, saying('chains of client activity'))
  const [first] = broken
  if (!first) return { seen: chains, notes: [] }
  const where = `client ${first.client_id} of user ${first.user_id}, entry ${first.sequence}`
  const what = `${first.reason}; ${broken.length} chains are broken in all`
  const action = 'run `eclusa activity verify` for the first break of each, and compare with a backup'
  return { seen: chains, broken: { where, kind: 'CHANGED', what, action }, notes: [] }
}

/** A line on standard error, once it takes long enough for somebody to wonder. */
function saying(what: string): Say {
  let told = performance.now()
  return (seen) => {
    if (performance.now() - told < PROGRESS_MS) return
    told = performance.now()
    process.stderr.write(`${seen} ${what}\n`)
  }
}
