import type pg from 'pg'

const CHAINS_PER_BATCH = 500

/** The first entry of a client's history that is not what was written. */
export interface BrokenEntry {
  user_id: string
  client_id: string
  sequence: number
  id: string | null
  reason: 'CHANGED' | 'MISSING_BEFORE' | 'END_CHANGED' | 'HEAD_MISSING'
}

export interface ActivityVerdict {
  chains: number
  broken: BrokenEntry[]
}

/**
 * Walks every chain and names its first broken entry. Three things can have happened to one: its content was changed
 * (its hash no longer holds), an entry before it is gone or was put in (its link does not hold), or the end is not the
 * one the head remembers. A batch of chains at a time, so that memory does not grow with the table.
 */
export async function verifyActivity(operator: pg.Pool, say: (chains: number) => void): Promise<ActivityVerdict> {
  const verdict: ActivityVerdict = { chains: 0, broken: [] }
  let after = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const { rows: heads } = await operator.query<{ user_id: string; client_id: string }>(
      `select user_id, client_id from client_activity_heads where (user_id, client_id) > ($1, $2)
       order by user_id, client_id limit $3`,
      [...after, CHAINS_PER_BATCH],
    )
    for (const head of heads) verdict.broken.push(...(await firstBreak(operator, head.user_id, head.client_id)))
    verdict.chains += heads.length
    say(verdict.chains)
    const last = heads.at(-1)
    if (!last || heads.length < CHAINS_PER_BATCH) break
    after = [last.user_id, last.client_id]
  }
  verdict.broken.push(...(await headless(operator)))
  return verdict
}

/** Histories whose head is gone: no chain would be walked for them. */
async function headless(operator: pg.Pool): Promise<BrokenEntry[]> {
  const { rows } = await operator.query<BrokenEntry>(
    `select user_id, client_id, min(sequence) as sequence, null as id, 'HEAD_MISSING' as reason from client_activity entry
     where not exists (select from client_activity_heads head where head.user_id = entry.user_id and head.client_id = entry.client_id)
     group by user_id, client_id`,
  )
  return rows
}

async function firstBreak(operator: pg.Pool, user_id: string, client_id: string): Promise<BrokenEntry[]> {
  const { rows } = await operator.query<BrokenEntry>(
    `with entries as (
       select entry.sequence, entry.id, entry.previous_hash, entry.hash, client_activity_hash(entry) as expected_hash,
         lag(entry.hash, 1, '') over (order by entry.sequence) as hash_before,
         lag(entry.sequence, 1, 0::bigint) over (order by entry.sequence) as sequence_before
       from client_activity entry where entry.user_id = $1 and entry.client_id = $2
     ), problems as (
       select sequence, id, 'CHANGED' as reason from entries where hash <> expected_hash
       union all
       select sequence, id, 'MISSING_BEFORE' from entries
       where hash = expected_hash and (previous_hash <> hash_before or sequence <> sequence_before + 1)
       union all
       select head.sequence, null, 'END_CHANGED' from client_activity_heads head
       where head.user_id = $1 and head.client_id = $2
         and not exists (
           select from entries where entries.sequence = head.sequence and entries.hash = head.hash
             and entries.sequence = (select max(sequence) from entries))
     )
     select $1::uuid as user_id, $2::uuid as client_id, sequence, id, reason from problems order by sequence limit 1`,
    [user_id, client_id],
  )
  return rows
}
