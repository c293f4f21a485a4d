import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { BenchEnvironment } from './environment.ts'

interface Listener {
  /** How many deliveries wait, were delivered, and have failed. */
  deliveries: () => Promise<{ waiting: number; taken: number; given_up: number }>
  /** The number of calls the sink received. */
  heard: () => Promise<number>
  stop: () => void
}

/** A webhook sink in a process of its own that receives every event. */
export async function listen({ admin, token }: BenchEnvironment, base_url: string): Promise<Listener> {
  const sink = fork(new URL('webhook-sink.ts', import.meta.url), { stdio: 'inherit' })
  const [url] = (await once(sink, 'message')) as [string]
  const made = await fetch(`${base_url}/v1/webhooks/endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, nonce: randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  if (made.status !== 201) throw new Error(`the endpoint was refused: ${await made.text()}`)
  return {
    async deliveries() {
      const { rows } = await admin.query<{ waiting: number; taken: number; given_up: number }>(
        `select (count(*) filter (where status = 'PENDING'))::int as waiting,
           (count(*) filter (where status = 'DELIVERED'))::int as taken,
           (count(*) filter (where status not in ('PENDING', 'DELIVERED')))::int as given_up
         from webhook_deliveries`,
      )
      return rows[0]!
    },
    async heard() {
      sink.send('how many?')
      return ((await once(sink, 'message')) as [number])[0]
    },
    stop: () => void (sink.connected && sink.disconnect()),
  }
}
