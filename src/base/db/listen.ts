import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { cutWhenSilent } from './silence.ts'

/** A server whose packets are lost says nothing, and neither does one that has nothing to say: it is asked. */
const ASK_MS = 10_000
const ANSWER_MS = 5_000
const AGAIN_MS = [100, 500, 1_000, 2_000, 5_000]

export interface Heard {
  heard: (payload: string) => void
  /** From now on nothing is missed. */
  begun: () => void
  /** What is said from now on is not heard. */
  lost: () => void
}

export interface Listening {
  close: () => Promise<void>
}

/**
 * One connection that listens on a channel, for a process: connected again whenever it is lost, without end. It goes by no
 * pool, whose connections are given to whoever comes next.
 */
export function listenOn(
  { connectionString, name, channel }: { connectionString: string; name: string; channel: string },
  hearing: Heard,
): Listening {
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

/** Until the connection is lost or nobody wants it any more. Whether there was one. */
async function listenOnce(
  { connectionString, name, channel }: { connectionString: string; name: string; channel: string },
  { heard, begun, lost }: Heard,
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
    cutWhenSilent(client, ANSWER_MS)
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    listening = true
    begun()
    while (!over.aborted) {
      await pause(ASK_MS, undefined, { signal: over }).catch(() => {})
      if (!over.aborted) await client.query('select 1')
    }
  } catch {
    // Said by `lost`, or tried again: what the reason is, the readiness of the database tells.
  }
  if (listening && !signal.aborted) lost()
  await Promise.race([client.end().catch(() => {}), pause(ANSWER_MS, undefined, { ref: false })])
  return listening
}
