import type pg from 'pg'

/** A stored anchor: what was signed, and whether it has reached its store. Verification does not rely on it. */
export interface KeptAnchor {
  number: number
  sequence: number
  document: string
  put_at: string | null
}

interface JournalState {
  head_sequence: number
  head_hash: Buffer
  /** The newest anchor. */
  newest: KeptAnchor | undefined
  /** The current hash of the journal entry that it signed. */
  anchored_hash: Buffer | null
}

export async function readJournalState(db: pg.Pool): Promise<JournalState> {
  const { rows } = await db.query<
    Omit<JournalState, 'newest'> & { [Name in keyof KeptAnchor]: KeptAnchor[Name] | null }
  >(
    `select head.sequence as head_sequence, head.hash as head_hash, newest.*, audit_log.hash as anchored_hash
     from audit_log_head head
     left join (select number, sequence, document, put_at from audit_log_anchors order by number desc limit 1) newest on true
     left join audit_log on audit_log.sequence = newest.sequence`,
  )
  const [{ head_sequence, head_hash, anchored_hash, ...newest }] = rows as [(typeof rows)[number]]
  return {
    head_sequence,
    head_hash,
    anchored_hash,
    newest: newest.number === null ? undefined : (newest as KeptAnchor),
  }
}

/**
 * Of two workers that sign at once, one gets the next number and the other's anchor is dropped, so the chain of anchors does
 * not fork.
 */
export async function claimAnchor(
  db: pg.Pool,
  { number, sequence, document }: Omit<KeptAnchor, 'put_at'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into audit_log_anchors (number, sequence, document) values ($1, $2, $3) on conflict do nothing',
    [number, sequence, document],
  )
  return rowCount === 1
}

export async function anchorIsPut(db: pg.Pool, number: number, at: Date): Promise<void> {
  await db.query('update audit_log_anchors set put_at = $2 where number = $1 and put_at is null', [number, at])
}

export async function wasPut(db: pg.Pool, number: number): Promise<boolean> {
  const { rowCount } = await db.query('select from audit_log_anchors where number = $1 and put_at is not null', [
    number,
  ])
  return rowCount === 1
}

/** The age in seconds of the oldest entry without an anchor. 0 when there is none. */
export async function unanchoredSeconds(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `select coalesce(greatest(extract(epoch from now() - journal.at)::float8, 0), 0) as seconds
     from (select coalesce(max(sequence), 0) as sequence from audit_log_anchors where put_at is not null) anchored
     left join lateral (select at from audit_log where audit_log.sequence > anchored.sequence order by sequence limit 1) journal on true`,
  )
  return rows[0]!.seconds
}
