import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { readSettings } from '../base/config/settings.ts'

const TIMEOUT_MS = 30_000

/** Who calls a gateway from the outside, as an integrator does: its address and a platform token. */
export const gatewaySettings = {
  ECLUSA_URL: Type.String({ pattern: '^https?://', description: 'base URL of the gateway to call' }),
  ECLUSA_TOKEN: Type.String({ minLength: 1, description: 'platform token to call it with', secret: true }),
}

export type Json = Record<string, unknown>

/** Calls an operation of a running gateway and answers its record; what it refuses is an error in its own words. */
export async function callGateway(method: 'GET' | 'POST', path: string, body?: object): Promise<Json> {
  const { ECLUSA_URL, ECLUSA_TOKEN } = readSettings(gatewaySettings, process.env)
  const response = await fetch(new URL(path, ECLUSA_URL), {
    method,
    headers: {
      authorization: `Bearer ${ECLUSA_TOKEN}`,
      nonce: randomUUID(),
      'x-lang': 'en-US',
      // A person who gives the same command twice means it.
      'x-include-replay-protection-schema': 'nonce',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const answer = (await response.json()) as Json
  if (!response.ok) throw new Error(`${String(answer['code'])}: ${String(answer['detail'])}`)
  return answer
}
