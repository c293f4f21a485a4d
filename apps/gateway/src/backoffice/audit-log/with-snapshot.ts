import type pg from 'pg'

export type Queries = Pick<pg.PoolClient, 'query'>

/** One snapshot: rows written meanwhile are not seen. */
export async function withSnapshot<T>(db: pg.Pool, look: (client: Queries) => Promise<T>): Promise<T> {
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
