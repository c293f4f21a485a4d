import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from './attack.ts'
import type { FloodEnvironment } from './stage.ts'

/** Requests are due at this rate, whatever became of earlier ones. */
const PER_SECOND = 40
const LONGEST_MS = 20_000

export interface KnownCallerMeasurement {
  /** Sorted, in ms; a rejected one counts with the maximum. */
  took: number[]
  refused: number
}

/** Reads and changes accounts of its own, by token and by API key in turn, like a busy integrator. */
export async function knownCaller(stage: FloodEnvironment): Promise<Caller> {
  const [user] = stage.users
  const accounts = await stage.accounts(user!, 20)
  let count = 0
  return async () => {
    const turn = count++
    const credential = turn % 4 < 2 ? { authorization: `Bearer ${stage.tokens[0]}` } : { 'x-api-key': user!.api_key }
    const writes = turn % 2 === 0
    const response = await fetch(stage.api.base_url + accounts[turn % accounts.length]!.url, {
      method: writes ? 'PATCH' : 'GET',
      headers: { ...credential, nonce: randomUUID(), ...(writes && { 'content-type': 'application/json' }) },
      ...(writes && { body: JSON.stringify({ nickname: randomUUID() }) }),
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    await response.arrayBuffer()
    return { refused: response.status !== 200 }
  }
}

export async function measure(
  caller: Caller,
  seconds: number,
  perSecond = PER_SECOND,
): Promise<KnownCallerMeasurement> {
  const measured: KnownCallerMeasurement = { took: [], refused: 0 }
  const underWay: Promise<void>[] = []
  const begun = performance.now()
  for (let n = 0; n < seconds * perSecond; n += 1) {
    const due = begun + (n * 1000) / perSecond
    await pause(Math.max(0, due - performance.now()))
    underWay.push(
      caller()
        .catch(() => ({ refused: true }))
        .then(({ refused }) => {
          if (refused) measured.refused += 1
          measured.took.push(refused ? LONGEST_MS : performance.now() - due)
        }),
    )
  }
  await Promise.all(underWay)
  measured.took.sort((a, b) => a - b)
  return measured
}
