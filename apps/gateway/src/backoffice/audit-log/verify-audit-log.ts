import type pg from 'pg'
import type { Anchor } from './anchor.ts'
import { type HashedEntry, hashEntry, hashedColumns } from './stored-entry.ts'
import type { Broken, ReportProgress, VerificationResult } from './verdict.ts'
import { type Queries, withSnapshot } from './with-snapshot.ts'

const BATCH = 1_000

interface ChainLink {
  sequence: number
  hash: Buffer
}

/**
 * Verifies the hash chain of the journal from its first entry to its head and reports the first break. It also compares the
 * chain with the external anchors. Every hash is computed here. All of it is one snapshot, so entries written meanwhile are
 * not reported as missing.
 */
export async function verifyJournal(
  db: pg.Pool,
  anchors: readonly Anchor[],
  say: ReportProgress,
): Promise<{ chain: VerificationResult; anchored: VerificationResult }> {
  return withSnapshot(db, async (client) => {
    const outside = holdAgainst(anchors)
    let last: ChainLink = { sequence: 0, hash: Buffer.alloc(0) }
    let broken: Broken | undefined
    for await (const entry of entriesOf(client)) {
      broken = breakAt(entry, last)
      // Entries after a break are not checked.
      if (broken) break
      last = { sequence: Number(entry.sequence), hash: entry.hash }
      outside.pass(last, entry.at)
      say(last.sequence)
    }
    if (!broken) {
      outside.end(last)
      broken = await endBreak(client, last)
    }
    return { chain: { seen: last.sequence, broken, notes: [] }, anchored: outside.verdict }
  })
}

async function* entriesOf(client: Queries): AsyncGenerator<HashedEntry> {
  for (let after = '0'; ; ) {
    const { rows } = await client.query<HashedEntry>(
      `select ${hashedColumns} from eclusa.audit_log where sequence > $1 order by audit_log.sequence limit ${BATCH}`,
      [after],
    )
    yield* rows
    if (rows.length < BATCH) return
    after = rows.at(-1)!.sequence
  }
}

const compare =
  'compare the entries around it with a backup of before, and with who had the login that owns the schema then'

function breakAt(entry: HashedEntry, last: ChainLink): Broken | undefined {
  const sequence = Number(entry.sequence)
  const where = `entry ${sequence} of ${entry.at}`
  if (sequence !== last.sequence + 1) {
    const gone =
      sequence - 1 === last.sequence + 1
        ? `entry ${sequence - 1} is`
        : `entries ${last.sequence + 1} to ${sequence - 1} are`
    return { where, kind: 'REMOVED', what: `${gone} gone`, action: compare }
  }
  if (!hashEntry(entry).equals(entry.hash))
    return { where, kind: 'CHANGED', what: 'its content has changed since it was written', action: compare }
  if (!entry.previous_hash.equals(last.hash)) {
    const what = `it does not follow entry ${last.sequence}: one of the two was replaced, or they were exchanged`
    return { where, kind: 'DOES_NOT_FOLLOW', what, action: compare }
  }
  return undefined
}

/**
 * The head is written with the last entry. Entries after it were inserted, and entries it counts but that are missing were
 * deleted.
 */
async function endBreak(client: Queries, last: ChainLink): Promise<Broken | undefined> {
  const { rows } = await client.query<{ sequence: string; hash: Buffer }>(
    'select sequence::text, hash from eclusa.audit_log_head',
  )
  const head = rows[0]
  const where = `the end, entry ${last.sequence}`
  if (!head) return { where, kind: 'HEAD_DIFFERS', what: 'the head of the chain is gone', action: compare }
  const sequence = Number(head.sequence)
  if (sequence > last.sequence)
    return { where, kind: 'REMOVED', what: `entries ${last.sequence + 1} to ${sequence} are gone`, action: compare }
  if (sequence < last.sequence) {
    const what = `the head remembers entry ${sequence} as the last: what stands behind it was put in past it`
    return { where, kind: 'PUT_IN', what, action: compare }
  }
  if (head.hash.equals(last.hash)) return undefined
  const what = 'the last entry is not the one that the head remembers: one of the two was replaced'
  return { where, kind: 'HEAD_DIFFERS', what, action: compare }
}

const restored =
  'if a backup was restored on purpose, put anchors in a new place from now on and keep the old; if not, find the copy that reaches to the newest anchor'

/** Each entry during the walk, compared with its anchor, if it has one. */
function holdAgainst(anchors: readonly Anchor[]) {
  const verdict: VerificationResult = { seen: 0, notes: [] }
  let next = 0
  let agreed: Anchor | undefined
  return {
    verdict,
    pass({ sequence, hash }: ChainLink, at: string): void {
      const anchor = anchors[next]
      if (verdict.broken || anchor?.sequence !== sequence) return
      next += 1
      verdict.seen += 1
      if (anchor.hash === hash.toString('hex')) return void (agreed = anchor)
      const since = agreed ? `after entry ${agreed.sequence}` : 'from its beginning'
      const what = `the audit log was rewritten ${since}: its hash is not the one signed at ${anchor.at}`
      const action = `take a backup of before ${at} and compare; ${compare}`
      verdict.broken = { where: `entry ${sequence}, anchored at ${anchor.at}`, kind: 'REWRITTEN', what, action }
    },
    end(last: ChainLink): void {
      const newest = anchors.at(-1)
      if (verdict.broken || !newest || newest.sequence <= last.sequence) return
      const what = `the audit log ends here, and entry ${newest.sequence} was signed at ${newest.at}: its end was cut off, or an older copy was restored`
      verdict.broken = { where: `entry ${last.sequence}`, kind: 'CUT', what, action: restored }
    },
  }
}
