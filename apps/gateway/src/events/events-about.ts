import sql from 'sql-template-tag'
import { scopeFilter } from '../http/repository.ts'
import type { Tx } from '../http/transaction.ts'
import type { StoredEvent } from './record.ts'

/** The maximum number of events shown for one record. */
const EVENTS_MAX = 200

type EventOfSubject = Pick<StoredEvent, 'id' | 'type' | 'sequence' | 'data' | 'request_id' | 'created_at'>

/** The most recent events of one record, in order. The record's creation time limits the partitions. */
export async function eventsAbout(
  tx: Tx,
  { id, created_at }: { id: string; created_at: string },
): Promise<EventOfSubject[]> {
  const newest = await tx.query<EventOfSubject>(sql`
    select id, type, sequence, data, request_id, created_at from events
    where ${scopeFilter(tx)} and object_id = ${id} and created_at >= ${created_at}
    order by sequence desc limit ${EVENTS_MAX}`)
  return newest.toReversed()
}
