import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { ANCHORS, type Anchor, anchorKey, documentHash, signAnchor } from './anchor.ts'
import { type Anchoring, readDocument } from './anchor-place.ts'
import { anchorIsPut, claimAnchor, type KeptAnchor, readJournalState, wasPut } from './anchor-store.ts'

const DAY_MS = 24 * 3_600_000

/** The journal differs from what was anchored before: nothing is signed over it until an operator has checked. */
export class JournalDisagrees extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'JournalDisagrees'
  }
}

interface AnchorDeps {
  operator: pg.Pool
  clock: Clock
}

/**
 * Signs the head of the journal and stores it outside (external anchor). The signed anchor is first stored here under the
 * next number: of two workers one gets it, the next run continues after one that dies, and a second put has identical bytes.
 * The journal is compared with the newest anchor on the way, so a truncated, restored or rewritten journal is reported
 * within a minute and not at the next audit. Returns what it put, or undefined when everything is anchored.
 */
export async function anchorHead(ground: AnchorDeps, anchoring: Anchoring): Promise<KeptAnchor | undefined> {
  const { operator, clock } = ground
  const { head_sequence, head_hash, newest, anchored_hash } = await readJournalState(operator)
  if (newest) refuseOther(newest, head_sequence, anchored_hash)
  if (newest && newest.put_at === null) return putAnchor(ground, anchoring, newest)
  if (head_sequence === (newest?.sequence ?? 0)) return undefined
  const document = signAnchor(
    {
      sequence: head_sequence,
      hash: head_hash.toString('hex'),
      at: clock.now().toISOString(),
      previous: newest ? documentHash(newest.document) : null,
    },
    anchoring.key,
  )
  const next = { number: (newest?.number ?? 0) + 1, sequence: head_sequence, document, put_at: null }
  return (await claimAnchor(operator, next)) ? putAnchor(ground, anchoring, next) : undefined
}

function refuseOther({ sequence, document }: KeptAnchor, head: number, hash: Buffer | null): void {
  if (head < sequence)
    throw new JournalDisagrees(`the audit log ends at entry ${head}, but entry ${sequence} was signed before`)
  if (hash?.toString('hex') !== (JSON.parse(document) as Anchor).hash)
    throw new JournalDisagrees(`entry ${sequence} of the audit log is not the one that was signed`)
}

async function putAnchor({ operator, clock }: AnchorDeps, { place, retentionDays }: Anchoring, anchor: KeptAnchor) {
  const now = clock.now()
  const key = anchorKey(anchor.sequence)
  for await (const later of place.list(ANCHORS, key)) {
    // Another worker may have put this anchor and the next one since it was read.
    if (await wasPut(operator, anchor.number)) return undefined
    throw new JournalDisagrees(`the audit log ends at entry ${anchor.sequence}, but ${later.key} was stored before`)
  }
  const keptUntil = retentionDays === undefined ? undefined : new Date(now.getTime() + retentionDays * DAY_MS)
  const isNew = await place.putOnce(key, Buffer.from(anchor.document), 'application/json', keptUntil)
  if (!isNew && (await readDocument(place, key)) !== anchor.document)
    throw new JournalDisagrees(`${key} was put before and is another: is it the place of another gateway?`)
  await anchorIsPut(operator, anchor.number, now)
  return anchor
}
