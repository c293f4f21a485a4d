import { samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRecord } from './read-record.ts'
import { settleRecord } from './settle-record.ts'
import { statusesOf } from './transaction.ts'
import type { StoredTransaction } from './transaction-record.ts'

const now = new Date('2026-06-15T12:00:00.000Z')
const wallet = { user_id: '0190a0b0-0000-7000-8000-000000000001', wallet_id: '0190a0b0-0000-7000-8000-000000000002' }
const sent = samplePayment(wallet, new Date(now.getTime() - 3_600_000))

function read(changes: Record<string, unknown>): StoredTransaction {
  const reading = readRecord(JSON.parse(JSON.stringify({ ...sent, ...changes })), now)
  if ('errors' in reading) throw new Error(JSON.stringify(reading.errors))
  return reading.record
}

/** Optional fields of a record, and one state per minute, as a consistent ledger sends them. */
const optional = ['operation_id', 'description', 'beneficiary_name', 'owner_bank_name'] as const
const truth = fc
  .uniqueArray(
    fc.record({
      minute: fc.integer({ min: 0, max: 59 }),
      status: fc.constantFrom(...statusesOf.PAYMENT),
      silent: fc.subarray([...optional]),
      failed_code: fc.constantFrom('AC03', undefined),
    }),
    { selector: ({ minute }) => minute, minLength: 2, maxLength: 6 },
  )
  .map((states) =>
    states.map(({ minute, status, silent, failed_code }) =>
      read({
        status,
        failed_code,
        updated_at: new Date(Date.parse(sent.created_at) + minute * 60_000).toISOString(),
        ...Object.fromEntries(silent.map((field) => [field, undefined])),
      }),
    ),
  )

function settleAll(records: StoredTransaction[]): StoredTransaction {
  let kept: StoredTransaction | undefined
  for (const record of records) {
    const settlement = settleRecord(kept, record)
    expect(settlement.outcome).not.toBe('REFUSED')
    if ('transaction' in settlement) {
      expect(settlement.transaction.version).toBe((kept?.version ?? 0) + 1)
      kept = settlement.transaction
    }
  }
  return kept!
}

it('has the same result in any order, however often each state is sent', () => {
  fc.assert(
    fc.property(
      truth.chain((states) =>
        fc.tuple(fc.constant(states), fc.shuffledSubarray([...states, ...states], { minLength: states.length * 2 })),
      ),
      ([states, told]) => {
        const inOrder = settleAll(states.toSorted((a, b) => a.updated_at.localeCompare(b.updated_at)))
        expect({ ...settleAll(told), version: 0 }).toEqual({ ...inOrder, version: 0 })
      },
    ),
    { numRuns: 500 },
  )
})

it('changes nothing for a known state', () => {
  fc.assert(
    fc.property(truth, (states) => {
      const kept = settleAll(states)
      for (const state of states) expect(['UNCHANGED', 'OUTDATED']).toContain(settleRecord(kept, state).outcome)
    }),
  )
})

it('rejects one changed fixed field, also the amount alone', () => {
  const other = read({ amount: 1, updated_at: now.toISOString() })
  expect(settleRecord(read({}), other)).toMatchObject({
    outcome: 'REFUSED',
    errors: [{ pointer: '/amount', code: 'IMMUTABLE' }],
  })
})

it('rejects every changed fixed field, and reports each', () => {
  const kept = read({})
  const other = read({ amount: 1, description: 'other', updated_at: now.toISOString() })
  expect(settleRecord(kept, other)).toMatchObject({
    outcome: 'REFUSED',
    errors: [
      { pointer: '/amount', code: 'IMMUTABLE' },
      { pointer: '/description', code: 'IMMUTABLE' },
    ],
  })
})

/** Two partial records, each of them valid: the second contains what the first omits. */
const halves = fc.record({
  left_out: fc.subarray([
    'owner_document',
    'owner_person_type',
    'beneficiary_document',
    'beneficiary_person_type',
    'operation_id',
    'description',
  ] as const),
  owner_document: fc.constantFrom('11222333000181', '52998224725'),
  owner_person_type: fc.constantFrom('LEGAL_PERSON', 'NATURAL_PERSON'),
  beneficiary_document: fc.constantFrom('11222333000181', '52998224725'),
  beneficiary_person_type: fc.constantFrom('LEGAL_PERSON', 'NATURAL_PERSON'),
  newerFirst: fc.boolean(),
})

it('is rejected with the rules that the complete record breaks, when a further record would complete it so', () => {
  const counts = { refused: 0, taken: 0 }
  const readAll = (record: object) => readRecord(JSON.parse(JSON.stringify(record)), now)
  fc.assert(
    fc.property(halves, ({ left_out, newerFirst, ...parties }) => {
      const whole = { ...sent, ...parties, updated_at: now.toISOString() }
      const without = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]))
      const others = Object.keys(parties).filter((name) => !left_out.some((each) => each === name))
      const [first, second] = [readAll({ ...whole, ...without(left_out) }), readAll({ ...whole, ...without(others) })]
      fc.pre('record' in first && 'record' in second)
      const earlier = { ...(newerFirst ? second.record : first.record), updated_at: sent.created_at }
      const later = newerFirst ? first.record : second.record
      const [kept, other] = newerFirst ? [later, earlier] : [earlier, later]
      const settlement = settleRecord(kept, other)
      const together = readAll(whole)
      if ('errors' in together) {
        counts.refused += 1
        expect(settlement).toEqual({ outcome: 'REFUSED', errors: together.errors })
      } else {
        counts.taken += 1
        expect(settlement.outcome).not.toBe('REFUSED')
      }
    }),
    { numRuns: 500 },
  )
  expect(Math.min(counts.refused, counts.taken)).toBeGreaterThan(20)
})
