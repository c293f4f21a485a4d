import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Stage } from './stage.ts'

interface Listener {
  /** How many deliveries it is still to hear. */
  waiting(): Promise<number>
  stop(): void
}

/** Has a sink in a process of its own hear of everything that happens. */
export async function listen({ admin, token }: Stage, base_url: string): Promise<Listener> {
  const sink = fork(new URL('sink.ts', import.meta.url), { stdio: 'inherit' })
  const [url] = (await once(sink, 'message')) as [string]
  const made = await fetch(`${base_url}/v1/webhooks/endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, nonce: randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  if (made.status !== 201) throw new Error(`the endpoint was refused: ${await made.text()}`)
  return {
    async waiting() {
      const { rows } = await admin.query<{ n: number }>(
        `select count(*)::int as n from webhook_deliveries where status = 'PENDING'`,
      )
      return rows[0]!.n
    },
    stop: () => sink.disconnect(),
  }
}
