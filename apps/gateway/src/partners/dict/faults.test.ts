import type { FaultKind } from '@eclusa/simulators/dict/faults.ts'
import { contact, createTestDict, done, FIRST, OURS, pay, type TestDict } from '@eclusa/testing/dict.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Dict } from './dict.ts'
import { findFundsRecovery } from './find-funds-recovery.ts'
import { cancelFundsRecovery, createFundsRecovery, getFundsRecovery } from './funds-recoveries.ts'
import { listInfractionReports } from './infraction-reports.ts'

let dict: TestDict
let ours: Dict

beforeAll(async () => {
  dict = await createTestDict()
  ours = dict.as(OURS, { limits: { deadlineMs: 30_000 } })
})
afterEach(() => dict.simulated.faults.clear())
afterAll(() => dict.close())

/** Short timeouts only for faults that need them: on a busy machine other responses may take long. */
const runsOutOfTime = (kind: FaultKind) => kind === 'late_answer' || kind === 'stalled_answer'
const clientFor = (kind: FaultKind) => dict.as(OURS, { limits: { deadlineMs: runsOutOfTime(kind) ? 1_500 : 30_000 } })
const LATE_MS = 2_500

const told = { situation_type: 'SCAM', contact_information: contact } as const
const create = (root: { id: string }) => createFundsRecovery(ours, { root_transaction_id: root.id, ...told })
const held = (root: { id: string }) => dict.simulated.world.recoveries.group(root.id)

/** The outcome that a write must report for each fault, and whether DICT processed it. */
const writes: { kind: FaultKind; did: boolean; outcome: object }[] = [
  { kind: 'slow', did: true, outcome: { outcome: 'done' } },
  { kind: 'error_500', did: false, outcome: { outcome: 'unknown', reason: 'SERVER_ERROR', status: 500 } },
  { kind: 'error_500_after_write', did: true, outcome: { outcome: 'unknown', reason: 'SERVER_ERROR', status: 500 } },
  { kind: 'reset', did: false, outcome: { outcome: 'unknown', reason: 'CONNECTION_LOST' } },
  { kind: 'reset_after_write', did: true, outcome: { outcome: 'unknown', reason: 'CONNECTION_LOST' } },
  { kind: 'late_answer', did: true, outcome: { outcome: 'unknown', reason: 'TIMED_OUT' } },
  { kind: 'stalled_answer', did: true, outcome: { outcome: 'unknown', reason: 'TIMED_OUT' } },
  { kind: 'bad_signature', did: true, outcome: { outcome: 'unknown', reason: 'SIGNATURE_NOT_BELIEVED', status: 201 } },
  { kind: 'foreign_signature', did: true, outcome: { outcome: 'unknown', reason: 'SIGNATURE_NOT_BELIEVED' } },
  { kind: 'unsigned', did: true, outcome: { outcome: 'unknown', reason: 'SIGNATURE_NOT_BELIEVED' } },
  { kind: 'wrapped', did: true, outcome: { outcome: 'unknown', reason: 'SIGNATURE_NOT_BELIEVED' } },
  { kind: 'document_type', did: true, outcome: { outcome: 'unknown', reason: 'ANSWER_NOT_READABLE' } },
  { kind: 'not_xml', did: true, outcome: { outcome: 'unknown', reason: 'SIGNATURE_NOT_BELIEVED' } },
  { kind: 'other_answer', did: true, outcome: { outcome: 'unknown', reason: 'ANSWER_NOT_READABLE' } },
  { kind: 'too_large', did: true, outcome: { outcome: 'unknown', reason: 'ANSWER_TOO_LARGE' } },
  { kind: 'gzip_bomb', did: true, outcome: { outcome: 'unknown', reason: 'ANSWER_TOO_LARGE' } },
  { kind: 'rate_limited', did: false, outcome: { outcome: 'not_done', reason: 'RATE_LIMITED', retryAfterMs: 60_000 } },
  { kind: 'unavailable', did: false, outcome: { outcome: 'not_done', reason: 'UNAVAILABLE', retryAfterMs: 7_000 } },
  { kind: 'conflict', did: false, outcome: { outcome: 'not_done', reason: 'CONFLICT', retryAfterMs: 1_000 } },
]

describe('a write, when DICT fails', () => {
  it.each(writes)('$kind', async ({ kind, did, outcome }) => {
    const root = pay(dict.simulated)
    dict.simulated.faults.add({ kind, operation: 'createFundsRecovery', delay_ms: kind === 'slow' ? 300 : LATE_MS })
    const got = await createFundsRecovery(clientFor(kind), { root_transaction_id: root.id, ...told })
    expect(got).toMatchObject(outcome)
    expect(held(root)).toHaveLength(did ? 1 : 0)
    // DICT has exactly one recovery after a repeat, and we know which.
    const again = await create(root)
    if (did) expect(again).toMatchObject({ outcome: 'refused', type: 'FundsRecoveryForTransactionAlreadyExists' })
    else expect(again.outcome).toBe('done')
    const [only, ...others] = held(root)
    expect(others).toEqual([])
    const search = { root_transaction_id: root.id, created_after: only!.creation_time }
    expect(done(await findFundsRecovery(ours, search))?.funds_recovery.id).toBe(only!.id)
  })

  it('a rejection with an invalid signature is no rejection', async () => {
    const root = pay(dict.simulated)
    done(await create(root))
    dict.simulated.faults.add({ kind: 'foreign_signature' })
    expect(await create(root)).toMatchObject({ outcome: 'unknown', reason: 'SIGNATURE_NOT_BELIEVED', status: 400 })
    dict.simulated.faults.add({ kind: 'unsigned' })
    expect(await create(root)).toMatchObject({ outcome: 'unknown', reason: 'SIGNATURE_NOT_BELIEVED', status: 400 })
  })

  it('has no double effect: a cancel with a lost response is rejected when repeated, and a query shows it done', async () => {
    const { id } = done(await create(pay(dict.simulated))).funds_recovery
    dict.simulated.faults.add({ kind: 'reset_after_write' })
    expect((await cancelFundsRecovery(ours, id)).outcome).toBe('unknown')
    const refused = { outcome: 'refused', type: 'FundsRecoveryOperationInvalid' }
    expect(await cancelFundsRecovery(ours, id)).toMatchObject(refused)
    expect(done(await getFundsRecovery(ours, id)).funds_recovery.status).toBe('CANCELLED')
    const cancelled = dict.simulated.world.events.filter(({ entity_id }) => entity_id === id)
    expect(cancelled.map(({ event, participant }) => [event, participant])).toEqual([
      ['FUNDS_RECOVERY_CANCELLED', OURS],
      ['FUNDS_RECOVERY_CANCELLED', FIRST],
    ])
  })
})

describe('a read, when DICT fails', () => {
  const doubts: [FaultKind, string][] = [
    ['error_500', 'SERVER_ERROR'],
    ['reset', 'CONNECTION_LOST'],
    ['late_answer', 'TIMED_OUT'],
    ['stalled_answer', 'TIMED_OUT'],
    ['bad_signature', 'SIGNATURE_NOT_BELIEVED'],
    ['foreign_signature', 'SIGNATURE_NOT_BELIEVED'],
    ['unsigned', 'SIGNATURE_NOT_BELIEVED'],
    ['wrapped', 'SIGNATURE_NOT_BELIEVED'],
    ['document_type', 'ANSWER_NOT_READABLE'],
    ['not_xml', 'SIGNATURE_NOT_BELIEVED'],
    ['other_answer', 'ANSWER_NOT_READABLE'],
    ['too_large', 'ANSWER_TOO_LARGE'],
    ['gzip_bomb', 'ANSWER_TOO_LARGE'],
  ]

  it.each(doubts)('%s: no result, and it may be repeated', async (kind, doubt) => {
    const { id } = done(await create(pay(dict.simulated))).funds_recovery
    dict.simulated.faults.add({ kind, delay_ms: LATE_MS })
    const got = await getFundsRecovery(clientFor(kind), id)
    expect(got).toMatchObject({ outcome: 'not_done', reason: 'NO_ANSWER_TO_BELIEVE', doubt })
    expect(done(await getFundsRecovery(ours, id)).funds_recovery.id).toBe(id)
  })

  it('a valid response about another recovery is rejected', async () => {
    const { id } = done(await create(pay(dict.simulated))).funds_recovery
    const other = done(await create(pay(dict.simulated))).funds_recovery
    const transport = { ...ours.transport }
    const mixed: Dict = {
      ...ours,
      transport: {
        ...transport,
        exchange: (exchange) => transport.exchange({ ...exchange, url: exchange.url.replace(id, other.id) }),
      },
    }
    const doubt = { outcome: 'not_done', doubt: 'ANSWER_NOT_READABLE' }
    expect(await getFundsRecovery(mixed, id)).toMatchObject(doubt)
  })
})

describe('a list', () => {
  it('may contain one entry twice', async () => {
    const since = dict.simulated.world.clock.now().toISOString()
    done(await create(pay(dict.simulated)))
    dict.simulated.faults.add({ kind: 'duplicate' })
    const page = done(await listInfractionReports(ours, { role: 'reporter', modified_after: since }))
    expect(page.infraction_reports).toHaveLength(2)
    expect(new Set(page.infraction_reports.map(({ id }) => id)).size).toBe(1)
  })

  it('may lag a write by five seconds, exact to the millisecond', async () => {
    const { clock, settings } = dict.simulated.world
    settings.list_lag_ms = 5_000
    clock.freeze()
    try {
      const since = clock.now().toISOString()
      const root = pay(dict.simulated)
      done(await create(root))
      const listed = async () =>
        done(await listInfractionReports(ours, { role: 'reporter', modified_after: since })).infraction_reports.length
      expect(await listed()).toBe(0)
      expect(
        done(await findFundsRecovery(ours, { root_transaction_id: root.id, created_after: since })),
      ).toBeUndefined()
      clock.advance(4_999)
      expect(await listed()).toBe(0)
      clock.advance(1)
      expect(await listed()).toBe(1)
    } finally {
      settings.list_lag_ms = 0
      clock.resume()
    }
  })

  it('may contain many changes of the same instant', async () => {
    const { clock } = dict.simulated.world
    clock.freeze()
    try {
      const since = clock.now().toISOString()
      for (let each = 0; each < 3; each += 1) done(await create(pay(dict.simulated)))
      const page = done(await listInfractionReports(ours, { role: 'reporter', modified_after: since, limit: 2 }))
      expect(page.has_more_elements).toBe(true)
      expect(new Set(page.infraction_reports.map(({ last_modified }) => last_modified)).size).toBe(1)
    } finally {
      clock.resume()
    }
  })
})
