import { cloneDatabase } from '@eclusa/testing/database.ts'
import { createSilentConnection } from '@eclusa/testing/silent-connection.ts'
import { expect, it } from 'vitest'
import { listenOn } from './listen.ts'

it('a listener notices a server that stops responding, and receives notifications again when it is back', async () => {
  const db = await cloneDatabase()
  const line = await createSilentConnection(db.api)
  const told: string[] = []
  const listening = listenOn(
    { connectionString: line.url, name: 'listen-test', channel: 'said' },
    {
      heard: (payload) => void told.push(payload),
      begun: () => void told.push('begun'),
      lost: () => void told.push('lost'),
    },
  )
  await expect.poll(() => told).toEqual(['begun'])
  line.silent = true
  await expect.poll(() => told, { timeout: 20_000 }).toEqual(['begun', 'lost'])
  line.silent = false
  await expect.poll(() => told, { timeout: 20_000 }).toEqual(['begun', 'lost', 'begun'])
  await db.admin.query(`select pg_notify('said', 'hello')`)
  await expect.poll(() => told).toContain('hello')
  await listening.close()
  await line.close()
  await db.drop()
}, 60_000)
