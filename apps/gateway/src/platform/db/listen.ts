import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { destroyOnReadTimeout } from './read-timeout.ts'

/** A server whose packets are lost looks like an idle one, so the connection is tested with a query. */
const ASK_MS = 10_000
const ANSWER_MS = 5_000
const AGAIN_MS = [100, 500, 1_000, 2_000, 5_000]

export interface ListenHandlers {
  heard: (payload: string) => void
  /** Notifications from now on are not missed. */
  begun: () => void
  /** Notifications from now on are not received. */
  lost: () => void
}

export interface ListenHandle {
  close: () => Promise<void>
}

/**
 * LISTEN connection of a process: one connection on one channel, connected again whenever it is lost. It is not taken from a
 * pool, because a pool would give it to another caller.
 */
export function listenOn(
  { connectionString, name, channel }: { connectionString: string; name: string; channel: string },
  hearing: ListenHandlers,
): ListenHandle {
  const stop = new AbortController()
  const run = async () => {
    for (let failures = 0; !stop.signal.aborted; failures += 1) {
      if (await listenOnce({ connectionString, name, channel }, hearing, stop.signal)) failures = 0
      await pause(AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)], undefined, { signal: stop.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    async close() {
      stop.abort()
      await running
    },
  }
}

/** Runs until the connection is lost or closed. Returns whether there was a connection. */
async function listenOnce(
  { connectionString, name, channel }: { connectionString: string; name: string; channel: string },
  { heard, begun, lost }: ListenHandlers,
  signal: AbortSignal,
): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: ANSWER_MS,
    keepAlive: true,
  })
  const gone = new AbortController()
  const over = AbortSignal.any([signal, gone.signal])
  client.on('error', () => gone.abort())
  client.on('end', () => gone.abort())
  client.on('notification', ({ payload }) => heard(payload ?? ''))
  let listening = false
  try {
    await client.connect()
    destroyOnReadTimeout(client, ANSWER_MS)
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    listening = true
    begun()
    while (!over.aborted) {
      await pause(ASK_MS, undefined, { signal: over }).catch(() => {})
      if (!over.aborted) await client.query('select 1')
    }
  } catch {
    // `lost` reports it and the loop tries again. The readiness check of the database reports the reason.
  }
  if (listening && !signal.aborted) lost()
  await Promise.race([client.end().catch(() => {}), pause(ANSWER_MS, undefined, { ref: false })])
  return listening
}
