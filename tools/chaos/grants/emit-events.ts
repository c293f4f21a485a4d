import type pg from 'pg'

export interface ToldEvent {
  user_id: string
  product_id: string | null
  id: string
  object_id: string
  sequence: number
  created_at: string
}

/** Writes events of one time in batches, without the API: only their delivery is tested. */
export async function tellEvents(db: pg.Pool, events: ToldEvent[]): Promise<void> {
  await db.query(
    `with told as (
       insert into events (user_id, product_id, id, type, object_id, sequence, data, request_id, created_at)
       select user_id, product_id, id, 'crossborder.account.updated', object_id, sequence, '{}', 'drill', created_at
       from json_populate_recordset(null::events, $1) returning user_id, product_id, id, type, created_at)
     select queue_deliveries(array_agg(user_id), array_agg(product_id), array_agg(id), array_agg(type), array_agg(created_at))
     from told`,
    [JSON.stringify(events)],
  )
}
