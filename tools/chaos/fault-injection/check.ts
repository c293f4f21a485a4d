import { wrongOf as isUnforeseen } from '../fuzz/judge.ts'
import { type FoundBatch, judgeBatches } from './batches.ts'
import { add, type FaultInjectionFindings, noFindings } from './counts.ts'
import { isEffective } from './expected-rows.ts'
import { type FaultInjectionEntry, type FaultInjectionWork, type LoggedOutcome, outcomeOf } from './log.ts'

interface Effect {
  work: FaultInjectionWork
  subject: string
  /** The request of an effect. A plain row is known by its event; without one the event is lost. */
  request_id: string | undefined
}

/** The state after the recovery, for everything in the log. */
export interface FoundMistake {
  /** Those of one subject in order of arrival. */
  effects: Effect[]
  /** Rows that are changed repeatedly, as they are now. */
  rows: FoundRow[]
  /** Records that a job decides. A waiting record without a job is lost. */
  judged: { subject: string; isLost: boolean }[]
  batches: FoundBatch[]
  events: { id: string; work: FaultInjectionWork; subject: string; request_id: string }[]
  /** The events the sink received, of the checked types. */
  heard: ReadonlySet<string>
  /** Files that are reported as stored, and whether the store has their bytes. */
  files: { id: string; present: boolean }[]
  /** Contested payments: how often each was requested, how often at DICT, and whether one is reported as failed. */
  contested: { subject: string; requests: number; times: number; failed: boolean }[]
  /** How many events of these types exceed those of the stored rows. */
  untied: number
}

/** A missing row has no values. */
interface FoundRow {
  subject: string
  leaves: string | null
  /** Its number of changes by its version, and by its events. */
  changes: number | null
  told: number
}

export function check(entries: FaultInjectionEntry[], found: FoundMistake): FaultInjectionFindings {
  const findings = noFindings()
  const effects = Map.groupBy(found.effects, nameOf)
  const events = Map.groupBy(found.events, nameOf)
  const one = entries.filter(({ work }) => isEffective(work))
  for (const [name, asked] of Map.groupBy(one, nameOf)) {
    judgeEffects(asked, effects.get(name) ?? [], findings)
    judgeEvents(effects.get(name) ?? [], events.get(name) ?? [], findings)
  }
  judgeBatches(entries, found.batches, findings)
  const puts = entries.filter(({ work }) => work === 'putObject')
  add(findings, 'wrong_refusals', puts.filter(({ answered }) => outcomeOf(answered) === 'refused').length, puts.length)
  add(findings, 'undeclared_5xx', entries.filter(isUndeclared).length, entries.length)
  judgeRows(one, found, findings)
  add(findings, 'jobs_lost', found.judged.filter(({ isLost }) => isLost).length, found.judged.length)
  const told = new Set(found.events.map(({ id }) => id))
  add(findings, 'events_doubled', [...found.heard].filter((id) => !told.has(id)).length, 0)
  add(findings, 'events_doubled', Math.max(0, found.untied), 0)
  add(findings, 'events_lost', Math.max(0, -found.untied), 0)
  add(findings, 'deliveries_lost', found.events.filter(({ id }) => !found.heard.has(id)).length, found.events.length)
  add(findings, 'objects_absent', found.files.filter(({ present }) => !present).length, found.files.length)
  const oddly = found.contested.filter(({ requests, times, failed }) => times !== requests || failed)
  add(findings, 'not_once_at_dict', oddly.length, found.contested.length)
  return findings
}

/** An unexpected error, or one the contract does not declare for this operation. A proxy's error has no request id. */
function isUndeclared({ work, answered: { status, code, request_id } }: FaultInjectionEntry): boolean {
  if (code === 'INTERNAL_ERROR') return true
  if (!isEffective(work) || request_id === undefined || status === 'unknown') return false
  return isUnforeseen({ status, code }, work) === 'undeclared_5xx'
}

const nameOf = ({ work, subject }: Pick<Effect, 'work' | 'subject'>) => `${work} ${subject}`

/** The result of one request, over all its attempts. */
interface Class {
  sent: number
  done: string[]
  /** The effect it was reported as a repeat of, for each rejection. */
  repeats: string[]
  refused: number
  /** Requests with a response that nothing was done. */
  failed: string[]
  unknown: number
}

function readClass(entries: FaultInjectionEntry[]): Class {
  const those = (outcome: LoggedOutcome) => entries.filter(({ answered }) => outcomeOf(answered) === outcome)
  return {
    sent: entries.length,
    done: those('done').map(({ answered }) => answered.request_id ?? ''),
    repeats: those('repeat').map(({ answered }) => answered.first_request_id ?? ''),
    refused: those('refused').length,
    failed: those('failed').map(({ answered }) => answered.request_id ?? ''),
    unknown: those('unknown').length,
  }
}

function judgeEffects(entries: FaultInjectionEntry[], effects: Effect[], findings: FaultInjectionFindings): void {
  const classes = [...Map.groupBy(entries, (entry) => entry.class).values()].map(readClass)
  const there = new Set(effects.flatMap(({ request_id }) => request_id ?? []))
  const doneBy = new Map(classes.flatMap((each) => each.done.map((request_id) => [request_id, each] as const)))
  let nameless = effects.filter(({ request_id }) => request_id === undefined).length
  const explained = new Set<string>()

  for (const each of classes) {
    const { done, repeats, refused, failed } = each
    const ids = new Set([...done, ...repeats].filter((request_id) => there.has(request_id)))
    for (const request_id of ids) explained.add(request_id)
    add(findings, 'applied_twice', Math.max(0, ids.size - 1), 1)
    add(findings, 'replays_let_through', Math.max(0, done.length - 1), each.sent - 1)
    const isThere = done.some((request_id) => there.has(request_id))
    const isNameless = done.length > 0 && !isThere && nameless > 0
    if (isNameless) nameless -= 1
    add(findings, 'acknowledged_lost', done.length > 0 && !isThere && !isNameless ? 1 : 0, done.length > 0 ? 1 : 0)
    // The effect belongs to one request: others with its id were rejected as its repeats.
    for (const first of repeats) if (!doneBy.has(first)) doneBy.set(first, each)
    const ofNothing = repeats.filter((first) => !there.has(first))
    const ofAnother = repeats.filter((first) => there.has(first) && doneBy.get(first) !== each)
    add(findings, 'repeats_of_nothing', ofNothing.length, repeats.length)
    add(findings, 'wrong_refusals', ofAnother.length + refused, repeats.length + refused)
    const undone = failed.filter((request_id) => there.has(request_id))
    for (const request_id of undone) explained.add(request_id)
    add(findings, 'failures_with_effect', undone.length, failed.length)
  }

  // An unexplained effect is attributed first to a request without a response, then to one reported as not done, and then it
  // is a duplicate.
  let left = [...there].filter((request_id) => !explained.has(request_id)).length + nameless
  const unaccounted = classes.filter(({ done, repeats }) => done.length + repeats.length === 0)
  left -= Math.min(left, unaccounted.filter(({ unknown }) => unknown > 0).length)
  const denied = Math.min(left, unaccounted.filter(({ unknown, failed }) => unknown === 0 && failed.length > 0).length)
  add(findings, 'failures_with_effect', denied, 0)
  add(findings, 'applied_twice', left - denied, 0)
}

function judgeEvents(effects: Effect[], events: FoundMistake['events'], findings: FaultInjectionFindings): void {
  const told = Map.groupBy(events, ({ request_id }) => request_id)
  const lost = effects.filter(({ request_id }) => request_id === undefined || !told.has(request_id)).length
  const there = new Set(effects.map(({ request_id }) => request_id))
  const extra = [...told].map(([request_id, those]) => those.length - (there.has(request_id) ? 1 : 0))
  add(findings, 'events_lost', lost, effects.length)
  add(
    findings,
    'events_doubled',
    extra.reduce((sum, each) => sum + each, 0),
    events.length,
  )
}

/** The last change is the current value, and there are as many changes as events. */
function judgeRows(
  entries: FaultInjectionEntry[],
  { rows, effects }: FoundMistake,
  findings: FaultInjectionFindings,
): void {
  const last = new Map(effects.map((effect) => [nameOf(effect), effect.request_id]))
  const asked = Map.groupBy(entries, nameOf)
  for (const row of rows) {
    const name = nameOf({ work: 'updateAccount', subject: row.subject })
    const by = last.get(name)
    const known = asked
      .get(name)!
      .filter(({ answered }) => by === answered.request_id || by === answered.first_request_id)
    // Any request without a response may be the last one.
    const could =
      known.length > 0 ? known : asked.get(name)!.filter(({ answered }) => outcomeOf(answered) === 'unknown')
    const isLast = by === undefined || could.some(({ leaves }) => leaves === row.leaves)
    add(findings, 'rows_astray', isLast && row.changes === row.told ? 0 : 1, 1)
  }
}
