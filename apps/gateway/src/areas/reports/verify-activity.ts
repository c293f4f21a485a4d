import type pg from 'pg'
import { chainHash, jsonbString } from '../../platform/db/chain-hash.ts'
import { BEFORE_EVERY_ID } from '../../platform/ids.ts'

const CHAINS_PER_BATCH = 500
const ENTRIES_PER_BATCH = 1_000

/** The first entry of a client's history that does not match its hash or its neighbours. */
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

interface Chain {
  user_id: string
  client_id: string
}

/** An entry with the column names of the database. */
interface StoredActivityEntry {
  user_id: string
  client_id: string
  sequence: string
  id: string
  event_id: string
  source: string
  event_type: string
  status: string
  reference_id: string | null
  metadata: string
  authenticated_user_id: string | null
  request_id: string
  at_epoch: string
  previous_hash: Buffer
  hash: Buffer
}

/**
 * Hash chain verification: checks every chain and reports its first broken entry. Three kinds of tampering are
 * detected: the content was changed (wrong hash), an earlier entry was removed or inserted (wrong link), or the end
 * differs from the stored head. Hashes are calculated here, because the database owner could replace the function that
 * calculated them. Works in batches, so that memory does not grow with the table.
 */
export async function verifyActivity(operator: pg.Pool, say: (chains: number) => void): Promise<ActivityVerdict> {
  const verdict: ActivityVerdict = { chains: 0, broken: [] }
  for (let after = [BEFORE_EVERY_ID, BEFORE_EVERY_ID]; ; ) {
    const { rows: heads } = await operator.query<Chain>(
      `select user_id, client_id from eclusa.client_activity_heads
       where (user_id, client_id) > ($1, $2) order by user_id, client_id limit $3`,
      [...after, CHAINS_PER_BATCH],
    )
    for (const chain of heads) {
      const broken = await firstBreak(operator, chain)
      if (broken) verdict.broken.push(broken)
    }
    verdict.chains += heads.length
    say(verdict.chains)
    const last = heads.at(-1)
    if (!last || heads.length < CHAINS_PER_BATCH) break
    after = [last.user_id, last.client_id]
  }
  verdict.broken.push(...(await headless(operator)))
  return verdict
}

/**
 * Finds histories without a head, whose chains would not be checked. It asks the index for the next user, and then for
 * the next history of that user, so the cost depends on the number of histories and not on their length. Queries about
 * a user run on the node that has its rows.
 */
async function headless(operator: pg.Pool): Promise<BrokenEntry[]> {
  const broken: BrokenEntry[] = []
  for (let user_id = BEFORE_EVERY_ID; ; ) {
    const { rows } = await operator.query<{ user_id: string }>(
      'select user_id from eclusa.client_activity where user_id > $1 order by user_id limit 1',
      [user_id],
    )
    if (!rows[0]) return broken
    user_id = rows[0].user_id
    for await (const { client_id, sequence, has_head } of historiesOf(operator, user_id))
      if (!has_head) broken.push({ user_id, client_id, sequence: Number(sequence), id: null, reason: 'HEAD_MISSING' })
  }
}

interface History {
  client_id: string
  sequence: string
  has_head: boolean
}

async function* historiesOf(operator: pg.Pool, user_id: string): AsyncGenerator<History> {
  for (let after = BEFORE_EVERY_ID; ; ) {
    const { rows } = await operator.query<History>(
      `with recursive history (client_id, place) as (
         select $2::uuid, 0
         union all
         select next.client_id, place + 1 from history cross join lateral (
           select entry.client_id from eclusa.client_activity entry
           where entry.user_id = $1 and entry.client_id > history.client_id order by entry.client_id limit 1) next
         where place < $3)
       select client_id,
         exists (select from eclusa.client_activity_heads head
           where head.user_id = $1 and head.client_id = history.client_id) as has_head,
         (select min(entry.sequence) from eclusa.client_activity entry
           where entry.user_id = $1 and entry.client_id = history.client_id)::text as sequence
       from history where place > 0 order by place`,
      [user_id, after, CHAINS_PER_BATCH],
    )
    yield* rows
    if (rows.length < CHAINS_PER_BATCH) return
    after = rows.at(-1)!.client_id
  }
}

async function firstBreak(operator: pg.Pool, chain: Chain): Promise<BrokenEntry | undefined> {
  const { user_id, client_id } = chain
  let last: { sequence: number; hash: Buffer } = { sequence: 0, hash: Buffer.alloc(0) }
  for (;;) {
    for await (const entry of entriesAfter(operator, chain, last.sequence)) {
      const sequence = Number(entry.sequence)
      const broken = { user_id, client_id, sequence, id: entry.id }
      if (!hashOf(entry).equals(entry.hash)) return { ...broken, reason: 'CHANGED' }
      if (!entry.previous_hash.equals(last.hash) || sequence !== last.sequence + 1)
        return { ...broken, reason: 'MISSING_BEFORE' }
      last = { sequence, hash: entry.hash }
    }
    const end = await endOf(operator, chain)
    // Entries were written during the check. The end is compared only when no entry follows the last one checked.
    if (Number(end.newest) > last.sequence) continue
    const sequence = Number(end.sequence)
    if (last.sequence === sequence && end.hash?.equals(last.hash)) return undefined
    return { user_id, client_id, sequence, id: null, reason: 'END_CHANGED' }
  }
}

/** The stored head and the last entry, from one snapshot. */
async function endOf(operator: pg.Pool, { user_id, client_id }: Chain) {
  const { rows } = await operator.query<{ sequence: string | null; hash: Buffer | null; newest: string | null }>(
    `select head.sequence::text, head.hash, entry.sequence::text as newest
     from (values ($1::uuid, $2::uuid)) chain (user_id, client_id)
     left join eclusa.client_activity_heads head using (user_id, client_id)
     left join lateral (select sequence from eclusa.client_activity entry
       where entry.user_id = chain.user_id and entry.client_id = chain.client_id
       order by entry.sequence desc, entry.id desc limit 1) entry on true`,
    [user_id, client_id],
  )
  return rows[0]!
}

async function* entriesAfter(
  operator: pg.Pool,
  { user_id, client_id }: Chain,
  sequence: number,
): AsyncGenerator<StoredActivityEntry> {
  for (let after = String(sequence); ; ) {
    const { rows } = await operator.query<StoredActivityEntry>(
      `select user_id, client_id, sequence::text, id, event_id, source, event_type, status, reference_id, metadata::text,
         authenticated_user_id, request_id, extract(epoch from event_created_at)::text as at_epoch, previous_hash, hash
       from eclusa.client_activity entry where user_id = $1 and client_id = $2 and sequence > $3
       order by entry.sequence, entry.id limit ${ENTRIES_PER_BATCH}`,
      [user_id, client_id, after],
    )
    yield* rows
    if (rows.length < ENTRIES_PER_BATCH) return
    after = rows.at(-1)!.sequence
  }
}

/** Hashes the same fields in the same order as `client_activity_hash` in the database. */
function hashOf(entry: StoredActivityEntry): Buffer {
  return chainHash(entry.previous_hash, [
    jsonbString(entry.user_id),
    jsonbString(entry.client_id),
    entry.sequence,
    jsonbString(entry.id),
    jsonbString(entry.event_id),
    jsonbString(entry.source),
    jsonbString(entry.event_type),
    jsonbString(entry.status),
    jsonbString(entry.reference_id),
    entry.metadata,
    jsonbString(entry.authenticated_user_id),
    jsonbString(entry.request_id),
    entry.at_epoch,
  ])
}
