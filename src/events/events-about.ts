import sql from 'sql-template-tag'
import { owned } from '../gate/records.ts'
import type { Tx } from '../gate/transaction.ts'
import type { StoredEvent } from './record.ts'

/** More than anybody reads about one record. */
const EVENTS_MAX = 200

type Told = Pick<StoredEvent, 'id' | 'type' | 'sequence' | 'data' | 'request_id' | 'created_at'>

/** What was told of one record, in order: the last of it, where it is a lot. Nothing was before the record itself. */
export async function eventsAbout(tx: Tx, { id, created_at }: { id: string; created_at: string }): Promise<Told[]> {
  const newest = await tx.query<Told>(sql`
    select id, type, sequence, data, request_id, created_at from events
    where ${owned(tx)} and object_id = ${id} and created_at >= ${created_at}
    order by sequence desc limit ${EVENTS_MAX}`)
  return newest.toReversed()
}
