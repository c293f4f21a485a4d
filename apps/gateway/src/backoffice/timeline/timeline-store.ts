import sql, { raw } from 'sql-template-tag'
import { inOrder, type Page } from '../../http/page.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { withMaskedWords } from '../masked.ts'
import type { TimelineEntry } from './entry.ts'
import { actOf, type TimelineSource, type TimelineSubject, wholly } from './timeline-source.ts'

/** The start and size of a page of the timeline. */
interface PageWindow {
  from: Page['from']
  together: (entries: TimelineEntry[]) => TimelineEntry[]
}

/** The last entries of a timeline, as many as are shown beside a record. */
const NEWEST = 100
export const newest: PageWindow = {
  from: (column) => sql`order by ${column} desc, id desc limit ${raw(String(NEWEST))}`,
  together: (entries) => inOrder(entries, 'at', 'desc').slice(0, NEWEST),
}

/**
 * Timeline: entries of all sources, sorted by time. Each source is read by the index of its own record and no further than a
 * page, so a page costs the same however many records there are.
 */
export async function readTimeline(
  tx: Transaction,
  story: TimelineSource,
  hero: TimelineSubject,
  cut: PageWindow,
  revealed: boolean,
): Promise<TimelineEntry[]> {
  const named = sql`subject_type = ${story.name} and subject_id = ${hero.id}`
  const besides = story.besides?.(hero) ?? []
  const acts = await Promise.all(
    [named, ...besides].map((condition) =>
      tx.query<{ request_id: string }>(sql`select request_id from audit_log where ${condition}`),
    ),
  )
  const others = besides.map((condition) => sql`${actOf(condition, hero)} ${wholly}`)
  const told = story.told(hero, [...new Set(acts.flat().map(({ request_id }) => request_id))])
  const parts = [actOf(named, hero), ...others, ...told].map((source) =>
    tx.query<TimelineEntry>(sql`select * from (${source}) told where true ${cut.from(raw('at'))}`),
  )
  const entries = cut.together((await Promise.all(parts)).flat())
  return revealed ? entries : entries.map(withoutPeople)
}

/** An entry as it is shown until a person reveals the case. */
export function withoutPeople(entry: TimelineEntry): TimelineEntry {
  return { ...withMaskedWords(entry), details: entry.details && withMaskedWords(entry.details) }
}

/** After a reveal the person reads on for this long without giving a reason again. */
const READS_ON_MS = 3_600_000

/** Whether this person gave a reason recently: it is in the journal. */
export async function hasRevealed(
  tx: Transaction,
  { name, revealedBy }: TimelineSource,
  { id, user_id }: TimelineSubject,
  person_id: string,
  now: Date,
): Promise<boolean> {
  if (!revealedBy) return false
  const [entry] = await tx.query(sql`
    select sequence from audit_log
    where subject_id = ${id} and at > ${new Date(now.getTime() - READS_ON_MS)} and subject_type = ${name}
      and user_id = ${user_id} and operation = ${revealedBy} and actor_id = ${person_id}
    limit 1`)
  return entry !== undefined
}
