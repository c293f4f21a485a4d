import { type Entry, type Outcome, outcomeOf, type Work } from './log.ts'

interface Effect {
  work: Work
  subject: string
  /** Who did it. What is only a row is known by its event; one without has lost it. */
  request_id: string | undefined
}

/** What is there once everything has healed, of all that the log tells of. */
export interface Found {
  effects: Effect[]
  events: { id: string; work: Work; subject: string; request_id: string }[]
  /** The events that the sink took. */
  heard: ReadonlySet<string>
  /** Files that are said to be kept, and whether the store has their bytes. */
  files: { id: string; present: boolean }[]
  /** Payments that were contested, and how often DICT has been told of each. */
  contested: { subject: string; times: number }[]
}

/** Each must be 0. What it is counted of is told beside it: a zero of nothing says nothing. */
export const counted = {
  acknowledged_lost: 'acknowledged, and not there',
  applied_twice: 'took effect more than once',
  replays_let_through: 'repeats that were answered as done',
  wrong_refusals: 'refused with no earlier effect',
  failures_with_effect: 'said to have had no effect, and had one',
  events_lost: 'effects without their event',
  events_doubled: 'events without an effect of their own',
  deliveries_lost: 'events that the sink never took',
  objects_absent: 'files said to be kept whose bytes are not',
  not_once_at_dict: 'contested, and not there exactly once at DICT',
} as const

export type CountName = keyof typeof counted
export type Findings = Record<CountName, { count: number; of: number }>

export function check(entries: Entry[], found: Found): Findings {
  const findings = Object.fromEntries(Object.keys(counted).map((name) => [name, { count: 0, of: 0 }])) as Findings
  const effects = Map.groupBy(found.effects, nameOf)
  const events = Map.groupBy(found.events, nameOf)
  for (const [name, asked] of Map.groupBy(entries, nameOf)) {
    judgeEffects(asked, effects.get(name) ?? [], findings)
    judgeEvents(effects.get(name) ?? [], events.get(name) ?? [], findings)
  }
  add(findings, 'deliveries_lost', found.events.filter(({ id }) => !found.heard.has(id)).length, found.events.length)
  add(findings, 'objects_absent', found.files.filter(({ present }) => !present).length, found.files.length)
  const oddly = found.contested.filter(({ times }) => times !== 1)
  add(findings, 'not_once_at_dict', oddly.length, found.contested.length)
  return findings
}

export const wrongOf = (findings: Findings): CountName[] =>
  (Object.keys(counted) as CountName[]).filter((name) => findings[name].count > 0)

const nameOf = ({ work, subject }: Pick<Effect, 'work' | 'subject'>) => `${work} ${subject}`

function add(findings: Findings, name: CountName, count: number, of: number): void {
  findings[name].count += count
  findings[name].of += of
}

/** What became of one request, however often it was sent. */
interface Class {
  sent: number
  done: string[]
  /** Whose effect it was told of, each time it was refused as a repeat. */
  repeats: string[]
  refused: number
  /** Who was told that nothing was done. */
  failed: string[]
  unknown: number
}

function readClass(entries: Entry[]): Class {
  const those = (outcome: Outcome) => entries.filter(({ answered }) => outcomeOf(answered) === outcome)
  return {
    sent: entries.length,
    done: those('done').map(({ answered }) => answered.request_id ?? ''),
    repeats: those('repeat').map(({ answered }) => answered.first_request_id ?? ''),
    refused: those('refused').length,
    failed: those('failed').map(({ answered }) => answered.request_id ?? ''),
    unknown: those('unknown').length,
  }
}

function judgeEffects(entries: Entry[], effects: Effect[], findings: Findings): void {
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
    // What is there is one request's: who else is told of it was refused for another's sake.
    for (const first of repeats) if (!doneBy.has(first)) doneBy.set(first, each)
    const misled = repeats.filter((first) => !there.has(first) || doneBy.get(first) !== each)
    add(findings, 'wrong_refusals', misled.length + refused, repeats.length + refused)
    const undone = failed.filter((request_id) => there.has(request_id))
    for (const request_id of undone) explained.add(request_id)
    add(findings, 'failures_with_effect', undone.length, failed.length)
  }

  // What no answer accounts for is of who was never answered; then of who was told that nothing was done; then it is once too often.
  let left = [...there].filter((request_id) => !explained.has(request_id)).length + nameless
  const unaccounted = classes.filter(({ done, repeats }) => done.length + repeats.length === 0)
  left -= Math.min(left, unaccounted.filter(({ unknown }) => unknown > 0).length)
  const denied = Math.min(left, unaccounted.filter(({ unknown, failed }) => unknown === 0 && failed.length > 0).length)
  add(findings, 'failures_with_effect', denied, 0)
  add(findings, 'applied_twice', left - denied, 0)
}

function judgeEvents(effects: Effect[], events: Found['events'], findings: Findings): void {
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
