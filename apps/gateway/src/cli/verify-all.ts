import type pg from 'pg'
import { verifyActivity } from '../areas/reports/verify-activity.ts'
import { readVerifyKeys } from '../backoffice/audit-log/anchor.ts'
import { createAnchorPlace } from '../backoffice/audit-log/anchor-place.ts'
import { coveredTables } from '../backoffice/audit-log/range-digest.ts'
import type { ReportProgress, VerificationResult } from '../backoffice/audit-log/verdict.ts'
import { verifyAnchors } from '../backoffice/audit-log/verify-anchors.ts'
import { verifyJournal } from '../backoffice/audit-log/verify-audit-log.ts'
import { verifyCovers } from '../backoffice/audit-log/verify-range-digests.ts'
import type { WrongRecord } from '../backoffice/audit-log/verify-records.ts'
import { verifyTraces } from '../backoffice/audit-log/verify-records-against-events.ts'
import { compareCases, type WrongCase } from '../backoffice/cases/compare-cases.ts'
import { caseKinds } from '../case-types.ts'
import { eventTypes } from '../event-types.ts'
import { systemClock } from '../platform/clock.ts'
import type { Settings } from '../platform/config/settings.ts'
import type { journalSettings } from '../settings.ts'

const PROGRESS_MS = 2_000

/** Every check, in the order of their dependencies: later checks rely on data that earlier ones verified. */
export async function verifyAll(db: pg.Pool, settings: Settings<typeof journalSettings>, since: Date | undefined) {
  const verdicts: Record<string, VerificationResult> = {}
  const { anchors, verdict } = await readAnchors(settings)
  verdicts['anchors'] = verdict
  const walked = await verifyJournal(db, anchors, saying('entries of the audit log'))
  verdicts['journal'] = walked.chain
  verdicts['audit log against anchors'] = walked.anchored
  const asked = { since, retentionMonths: settings.EVENT_RETENTION_MONTHS, now: systemClock.now() }
  for (const table of coveredTables)
    verdicts[table] = await verifyCovers(db, table, { ...asked, say: saying(`rows of ${table}`) })
  verdicts['client activity chains'] = await readActivity(db)
  verdicts['records'] = await readRecords(db)
  verdicts['cases'] = await readCases(db)
  return verdicts
}

/** Without an anchor store the audit log has no independent reference, and the result reports that. */
async function readAnchors(settings: Settings<typeof journalSettings>) {
  const place = createAnchorPlace(settings)
  if (!place) {
    const notes = [
      'JOURNAL_ANCHORS is not set: a change or truncation of the audit log by its owner would not be detected',
    ]
    return { anchors: [], verdict: { seen: 0, notes } }
  }
  try {
    return await verifyAnchors(place, readVerifyKeys(settings.JOURNAL_VERIFY_KEY!), saying('anchors'))
  } finally {
    await place.close()
  }
}

async function readActivity(db: pg.Pool): Promise<VerificationResult> {
  const { chains, broken } = await verifyActivity(db, saying('chains of client activity'))
  const [first] = broken
  if (!first) return { seen: chains, notes: [] }
  const where = `client ${first.client_id} of user ${first.user_id}, entry ${first.sequence}`
  const what = `${first.reason}; ${broken.length} chains are broken in all`
  const action = 'run `eclusa activity verify` for the first break of each, and compare with a backup'
  return { seen: chains, broken: { where, kind: 'CHANGED', what, action }, notes: [] }
}

async function readRecords(db: pg.Pool): Promise<VerificationResult> {
  const tables = new Map(eventTypes.map(({ type, table }) => [type, table]))
  const say = saying('records')
  const { rows, older, wrong } = await verifyTraces(db, tables, (_table, seen) => say(seen))
  const notes = older > 0 ? [`${older} records are older than the retained events`] : []
  const [first] = wrong
  if (!first) return { seen: rows, notes }
  const where = `${first.table} ${first.id}${first.user_id === null ? '' : ` of user ${first.user_id}`}`
  const what = `${recordReasons[first.reason]}; ${wrong.length} records are wrong in all`
  const action =
    'compare it with its events, with the audit log and with a backup, and find out who had the login of the owner'
  return { seen: rows, broken: { where, kind: first.reason, what, action }, notes }
}

const recordReasons: Record<WrongRecord['reason'], string> = {
  CHANGED: 'it differs from its last event',
  SET_BACK: 'a later version has an event',
  UNTOLD: 'it has no event',
  TOLD_TWICE: 'two events have its version',
  GONE: 'it has events and is missing',
  UNNOTED: 'its verdict is in no history',
  ENTRY_CHANGED: 'it differs from the entry in the audit log',
}

/** A missing case would never be decided. */
async function readCases(db: pg.Pool): Promise<VerificationResult> {
  const { cases, wrong } = await compareCases(db, caseKinds)
  const [first] = wrong
  if (!first) return { seen: cases, notes: [] }
  const where = `${first.kind} ${first.id} of user ${first.user_id}`
  const what = `${caseReasons[first.reason]}; ${wrong.length} cases are wrong in all`
  const action = 'read the record in the backoffice by its id, and the log at the time of its last change'
  return { seen: cases, broken: { where, kind: first.reason, what, action }, notes: [] }
}

const caseReasons: Record<WrongCase['reason'], string> = {
  CASE_MISSING: 'the record waits for a decision and is in no list',
  CASE_WITHOUT_RECORD: 'it is listed, and its record does not wait',
  CASE_DIFFERS: 'it is listed with another time or version than its record has',
}

/** Prints progress to standard error when a check takes long. */
function saying(what: string): ReportProgress {
  let told = performance.now()
  return (seen) => {
    if (performance.now() - told < PROGRESS_MS) return
    told = performance.now()
    process.stderr.write(`${seen} ${what}\n`)
  }
}
