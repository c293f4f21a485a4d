import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { spansOf } from '../fault-injection/availability.ts'
import { check, type FoundMistake } from '../fault-injection/check.ts'
import { type CountName, wrongOf } from '../fault-injection/counts.ts'
import {
  type FaultInjectionEntry,
  type FaultInjectionWork,
  type LoggedResponse,
  openLog,
  readLog,
} from '../fault-injection/log.ts'
import { planThings, usual } from '../fault-injection/plan.ts'
import { createRandom } from '../random.ts'

/** The checker of `npm run drill -- fire` is tested: a planted loss is found and reported. */

let op = 0
const answer = (status: LoggedResponse['status'], told: Partial<LoggedResponse> = {}) => ({ at: 0, status, ...told })
const done = (request_id: string) => answer(200, { request_id })
const repeat = (first_request_id: string) => answer(409, { code: 'REPLAY', first_request_id })
const failed = answer(503, { code: 'UNAVAILABLE' })
const undecided = answer(503, { code: 'OUTCOME_UNKNOWN' })
const lost = answer('unknown', { code: 'ECONNRESET' })
const kept = (created: number, refused = 0) => answer(200, { created, refused })
const unfinished = answer(503, { code: 'TRANSACTION_INGEST_UNFINISHED' })

function asked(
  subject: string,
  name: string,
  answered: FaultInjectionEntry['answered'],
  work: FaultInjectionWork = 'updateAccount',
): FaultInjectionEntry {
  const sent = { schema: 'nonce', nonce: name, body_hash: '' } as const
  return { op: (op += 1), at: 0, work, subject, class: `${subject} ${name}`, ...sent, leaves: name, answered }
}

/** One request of an account, with each possible response. */
const one = (...answers: FaultInjectionEntry['answered'][]) => answers.map((each) => asked('a', 'first', each))

/** One batch of three records, with each possible response. */
const batch = (...answers: FaultInjectionEntry['answered'][]) =>
  answers.map((each) => ({ ...asked('b', 'b', each, 'ingestTransactions'), records: 3 }))

const effect = (request_id: string | undefined, subject = 'a', work: FaultInjectionWork = 'updateAccount') => ({
  work,
  subject,
  request_id,
})

/** The state when all went well after these requests took effect. */
function left(...request_ids: string[]): FoundMistake {
  return {
    effects: request_ids.map((request_id) => effect(request_id)),
    events: request_ids.map((request_id) => ({ id: `event of ${request_id}`, ...effect(request_id), request_id })),
    heard: new Set(request_ids.map((request_id) => `event of ${request_id}`)),
    rows: [],
    judged: [],
    batches: [],
    files: [],
    contested: [],
    untied: 0,
  }
}

/** The same, with so many records of a batch of three, all with events. */
const leftOf = (there: number, of: object = {}): FoundMistake => ({
  ...left(),
  batches: [{ batch: 'b', there, untold: 0, overtold: 0, ...of }],
})

const contested = (times: number, failed = false, requests = 1) => ({ subject: 'p', requests, times, failed })
const row = (leaves: string, of: object = {}) => ({ subject: 'a', leaves, changes: 2, told: 2, ...of })
const two = [...one(done('r1')), asked('a', 'second', done('r2'))]

it.each<[string, FaultInjectionEntry[], FoundMistake]>([
  ['done, and its repeat refused', one(done('r1'), repeat('r1')), left('r1')],
  ['unknown, and done after all', one(lost, repeat('r1')), left('r1')],
  ['unknown, and never done', one(lost, done('r2')), left('r2')],
  ['unknown for good, and there', one(undecided), left('r1')],
  ['unknown for good, and not there', one(undecided), left()],
  ['answered by who stands before it', one(answer(502), done('r1')), left('r1')],
  ['failed, and not there', one(failed, failed), left()],
  ['its row is as the last left it', two, { ...left('r1', 'r2'), rows: [row('second')] }],
  [
    'its row is as one left it of whom nobody knows',
    [...one(done('r1')), asked('a', 'second', lost)],
    { ...left('r1', 'r2'), rows: [row('second')] },
  ],
  ['a batch that was kept', batch(kept(3)), leftOf(3)],
  ['a batch of which nobody knew, and which was there', batch(unfinished, kept(0)), leftOf(3)],
  ['bytes that were told to come back', [asked('f', 'f', answer(429, { code: 'X' }), 'putObject')], left()],
  ['a batch of which nobody knows', batch(lost, unfinished), leftOf(3)],
  ['the same on purpose', [...one(done('r1')), asked('a', 'second', done('r2'))], left('r1', 'r2')],
])('finds nothing wrong in a correct run: %s', (_, entries, found) => {
  expect(wrongOf(check(entries, found))).toEqual([])
})

it.each<[CountName[], string, FaultInjectionEntry[], FoundMistake]>([
  [['acknowledged_lost'], 'what was acknowledged is gone', one(done('r1')), left()],
  [
    ['acknowledged_lost', 'failures_with_effect'],
    'another is there',
    [...one(done('r1')), asked('a', 'b', failed)],
    left('r2'),
  ],
  [['applied_twice'], 'once while nobody knew, and once more', one(lost, done('r2')), left('r1', 'r2')],
  [['applied_twice', 'replays_let_through'], 'the repeat was done too', one(done('r1'), done('r2')), left('r1', 'r2')],
  [['replays_let_through'], 'the repeat was called done, and did nothing', one(done('r1'), done('r2')), left('r1')],
  [['repeats_of_nothing'], 'a repeat of what is not there', one(lost, repeat('r1')), left()],
  [['wrong_refusals'], 'not equal, and refused', [...one(done('r1')), asked('a', 'b', repeat('r1'))], left('r1')],
  [['wrong_refusals'], 'refused as wrong', one(answer(404, { code: 'ACCOUNT_NOT_FOUND' })), left()],
  [['failures_with_effect'], 'said to be undone, and done', one(failed), left('r1')],
  [
    ['failures_with_effect'],
    'said to be undone, and told to who came back',
    one(answer(503, { code: 'UNAVAILABLE', request_id: 'r1' }), repeat('r1')),
    left('r1'),
  ],
  [
    ['wrong_refusals'],
    "refused for another's sake",
    [...one(lost, repeat('r1')), asked('a', 'b', repeat('r1'))],
    left('r1'),
  ],
  [['rows_astray'], 'the last is not in it', two, { ...left('r1', 'r2'), rows: [row('first')] }],
  [['rows_astray'], 'a change nobody tells of', two, { ...left('r1', 'r2'), rows: [row('second', { changes: 3 })] }],
  [['jobs_lost'], 'no job', one(done('r1')), { ...left('r1'), judged: [{ subject: 'a', isLost: true }] }],
  [['acknowledged_lost'], 'a record is gone', batch(unfinished, kept(3)), leftOf(2)],
  [['replays_let_through'], 'a record was taken in twice', batch(kept(3), kept(1)), leftOf(3)],
  [['wrong_refusals'], 'bytes were refused', [asked('f', 'f', answer(403, { code: 'X' }), 'putObject')], left()],
  [['undeclared_5xx'], 'nobody foresaw it', one(answer(500, { code: 'INTERNAL_ERROR' }), done('r1')), left('r1')],
  [['wrong_refusals'], 'a record was refused', batch(kept(2, 1)), leftOf(3)],
  [['events_lost'], 'a record without its event', batch(kept(3)), leftOf(3, { untold: 1 })],
  [['events_doubled'], 'a record with two events', batch(kept(3)), leftOf(3, { overtold: 1 })],
  [
    ['events_doubled'],
    'the sink heard of what is nowhere',
    one(done('r1')),
    { ...left('r1'), heard: new Set(['event of r1', 'event of nothing']) },
  ],
  [['events_lost'], 'no event', one(done('r1')), { ...left('r1'), events: [], heard: new Set() }],
  [
    ['events_doubled'],
    'two events of one effect',
    one(done('r1')),
    { ...left('r1'), events: twice(left('r1').events) },
  ],
  [['events_doubled'], 'an event of nothing', one(failed), { ...left('r1'), effects: [] }],
  [['deliveries_lost'], 'nobody heard', one(done('r1')), { ...left('r1'), heard: new Set() }],
  [['objects_absent'], 'no bytes', one(done('r1')), { ...left('r1'), files: [{ id: 'f', present: false }] }],
  [['not_once_at_dict'], 'told twice', one(done('r1')), { ...left('r1'), contested: [contested(2)] }],
  [
    ['not_once_at_dict'],
    'told, and called failed',
    one(done('r1')),
    { ...left('r1'), contested: [contested(1, true)] },
  ],
  [['not_once_at_dict'], 'told, and gone', one(failed), { ...left(), contested: [contested(1, false, 0)] }],
  [['rows_astray'], 'a row is gone', two, { ...left('r1', 'r2'), rows: [row('', { leaves: null, changes: null })] }],
  [['rows_astray'], 'changed by who failed', one(failed), { ...left(), rows: [row('first', { changes: 1, told: 0 })] }],
  [['events_doubled'], 'an event without a row', one(failed), { ...left(), untied: 1 }],
  [['events_lost'], 'an event of before is gone', one(failed), { ...left(), untied: -1 }],
  [['undeclared_5xx'], 'no code of its own', one(answer(500, { request_id: 'r0' }), done('r1')), left('r1')],
  [['not_once_at_dict'], 'never told', one(done('r1')), { ...left('r1'), contested: [contested(0)] }],
])('finds %s: %s', (names, _, entries, found) => {
  const findings = check(entries, found)
  expect(wrongOf(findings).toSorted()).toEqual(names.toSorted())
  for (const name of names) expect(findings[name]).toMatchObject({ count: 1 })
})

it('finds the lost event of an existing row, and does not report the row as lost', () => {
  const nameless = { ...left(), effects: [effect(undefined)] }
  expect(wrongOf(check(one(done('r1')), nameless))).toEqual(['events_lost'])
  expect(wrongOf(check(one(done('r1')), { ...nameless, effects: [effect(undefined), effect(undefined)] }))).toContain(
    'applied_twice',
  )
})

it('counts the total of each', () => {
  const entries = [...one(done('r1'), repeat('r1'), repeat('r1')), asked('b', 'x', failed), asked('c', 'y', lost)]
  const { acknowledged_lost, replays_let_through, wrong_refusals, failures_with_effect, events_lost } = check(
    entries,
    left('r1'),
  )
  expect([acknowledged_lost.of, replays_let_through.of, wrong_refusals.of]).toEqual([1, 2, 2])
  expect([failures_with_effect.of, events_lost.of]).toEqual([1, 1])
})

it('measures the longest time in which four of five responses are errors, between good responses', () => {
  const at = (seconds: number, answered: FaultInjectionEntry['answered']) =>
    asked('a', `${seconds}`, { ...answered, at: seconds * 1000 })
  const good = done('r')
  expect(spansOf([at(1, good), at(2, good), at(3, good)])).toEqual({
    unavailable_ms: 0,
    without_success_ms: 1000,
    errors: 0,
    failed_at: 0,
    ledger_errors: 0,
  })
  const fire = [at(1, good), at(2, failed), at(3, lost), at(4, good), at(5, failed), at(6, failed), at(9, good)]
  expect(spansOf(fire)).toMatchObject({ unavailable_ms: 5000, without_success_ms: 5000, errors: 4 })
  // One failure in three is not an outage.
  const nuisance = [at(1, good), at(1.3, failed), at(1.6, good), at(2.1, good), at(2.4, failed), at(2.7, good)]
  expect(spansOf(nuisance)).toMatchObject({ unavailable_ms: 600, errors: 2 })
  // However many errors there were: requests that worked afterwards do not count as an outage.
  const refusals = Array.from({ length: 1000 }, (_, n) => at(2 + n / 1000, failed))
  const well = Array.from({ length: 100 }, (_, n) => at(3 + n / 10, good))
  expect(spansOf([at(1, good), ...refusals, ...well])).toMatchObject({ unavailable_ms: 2000, errors: 1000 })
})

it('keeps a request although its response was never written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-fire-'))
  const log = openLog(join(folder, 'log'))
  const { answered: _, ...first } = asked('a', 'first', lost)
  const { answered: __, ...second } = asked('a', 'second', lost)
  log.ask(first)
  log.ask(second)
  log.end({ op: second.op, at: 5, status: 200, request_id: 'r2' })
  log.close()
  const entries = readLog(join(folder, 'log'))
  expect(entries.map(({ answered }) => answered.status)).toEqual(['unknown', 200])
  await rm(folder, { recursive: true })
})

it('does the same things in the same order for the same seed, and others for another', () => {
  const firstOf = (seed: number) => planThings(createRandom(seed), usual, 50).take(40).toArray()
  expect(firstOf(7)).toEqual(firstOf(7))
  expect(firstOf(8)).not.toEqual(firstOf(7))
  const requests = firstOf(7).flatMap((thing) => (thing.kind === 'changes' ? thing.requests : []))
  expect(new Set(requests.map(({ schema }) => schema)).size).toBe(4)
})

function twice(events: FoundMistake['events']): FoundMistake['events'] {
  return [...events, ...events]
}
