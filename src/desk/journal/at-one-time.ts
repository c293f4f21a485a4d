import type pg from 'pg'

export type Queries = Pick<pg.PoolClient, 'query'>

/** What is written meanwhile is not there yet: all that is looked at is as it was when the look began. */
export async function atOneTime<T>(db: pg.Pool, look: (client: Queries) => Promise<T>): Promise<T> {
  const client = await db.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const seen = await look(client)
    await client.query('commit')
    client.release()
    return seen
  } catch (error) {
    client.release(true)
    throw error
  }
}
