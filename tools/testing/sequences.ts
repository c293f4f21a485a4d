import type pg from 'pg'
import { expect } from 'vitest'

/**
 * Objects whose event numbers have a gap or a repeat, or are out of order when listed by time. A ledger may use one id in
 * two wallets of a user: those are two objects.
 */
export async function brokenSequences(admin: pg.Pool, { from }: { from: 'one' | 'anywhere' }): Promise<object[]> {
  const first = from === 'one' ? '1' : 'sequences[1]'
  const { rows } = await admin.query<object>(`
    select * from (
      select object_id, array_agg(sequence order by sequence) as sequences, array_agg(type order by sequence) as types,
        array_agg(sequence order by created_at, id) as listed
      from events group by user_id, object_id, data->>'wallet_id'
    ) told
    where listed <> sequences
      or sequences <> (select array_agg(${first} + n) from generate_series(0::bigint, cardinality(sequences) - 1) n)`)
  return rows
}

/** After any test: a consumer that waits for a missing number would wait forever. Some rows were planted by the test. */
export async function expectSequences(admin: pg.Pool): Promise<void> {
  expect(await brokenSequences(admin, { from: 'anywhere' })).toEqual([])
}
