import { openStage } from '@eclusa/testing/processes/gateway-environment.ts'
import { wrongOf } from '../fuzz/judge.ts'
import { type Reply, send } from '../fuzz/send.ts'
import { createRandom, type Random } from '../random.ts'
import { type Counts, count, noCounts } from './counts.ts'
import { doorOf } from './environment.ts'
import { type Forged, forge, newKey } from './forge.ts'
import type { AttackField, AttackPart } from './part.ts'

const suites = [
  'apps/gateway/src/http/auth/platform-token.test.ts',
  'apps/gateway/src/http/auth/issuer-keys.test.ts',
  'apps/gateway/src/http/auth/api-key.test.ts',
  'apps/gateway/src/http/auth/unknown-credential-guard.test.ts',
  'apps/gateway/src/http/auth/unknown-credential-requests.test.ts',
  'apps/gateway/src/backoffice/auth/access-token.test.ts',
  'apps/gateway/src/backoffice/auth/hostile-issuer.test.ts',
  'apps/gateway/test/dict-keys-in-hsm.test.ts',
]
const CALLERS = 8
const LIMIT_MS = 45_000
/** How many of the sent ones were verified and not rejected early. */
const LOOKED_AT_MIN = 0.9

/** Forged tokens: fixed ones, and as many random ones. */
export const tokens: AttackPart = {
  name: 'tokens',
  what: 'token torture: known tricks, and forged by chance',
  rounds: 10_000,
  planted: { bug: 'http/believed-under-any-signature', rounds: 200, finds: 'successes' },
  suites,
  generate: sendForged,
}

async function sendForged({ root, rounds, seed, say }: AttackField): Promise<Counts> {
  const stage = await openStage()
  const counts = noCounts()
  try {
    const { base_url } = await stage.startApi({ TRUSTED_PROXIES: '127.0.0.0/8' }, doorOf(root))
    const { keys } = (await (await fetch(`${stage.issuer.url}/jwks`)).json()) as { keys: Record<string, unknown>[] }
    const forger = { token: stage.token, published: keys[0]!, victim: stage.others[0]!.user_id, own: newKey() }
    const ask = (token: string, random: Random) => send(base_url, request(token, random), LIMIT_MS)
    const genuine = await ask(stage.token, createRandom(seed))
    if (genuine.status !== 200) counts.wrong.push(`the genuine token is answered with ${genuine.status}`)
    let next = 0
    let looked = 0
    const call = async () => {
      while (next < rounds) {
        const number = next++
        const random = createRandom(seed * 1_000_003 + number)
        const forged = forge(forger, random)
        const reply = await ask(forged.token, random)
        if (isLookedAt(reply)) looked += 1
        judgeForged(counts, forged, reply, number)
        if (number % 2_000 === 1_999) say(`  ${number + 1} of ${rounds} forged tokens`)
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, call))
    if (looked < rounds * LOOKED_AT_MIN) counts.wrong.push(`only ${looked} of ${rounds} were looked at`)
    say(`  ${rounds} forged tokens, ${looked} of them looked at`)
  } finally {
    await stage.close()
  }
  return counts
}

/** From a network of its own each, or throttling would reject them before verification. */
function request(token: string, random: Random): Buffer {
  const network = Array.from({ length: 4 }, () => 1 + random.int(220)).join('.')
  const lines = [
    'GET /v1/crossborder/clients HTTP/1.1',
    'host: gateway.eclusa.test',
    `authorization: Bearer ${token}`,
    `nonce: ${random.uuid()}`,
    `x-forwarded-for: ${network}`,
    'connection: close',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
}

const isLookedAt = ({ status }: Reply) => status === 400 || status === 401 || status === 431

/** Any response but a rejection is a successful attack. */
const closed = new Set([400, 401, 413, 414, 429, 431])

export function judgeForged(
  counts: Counts,
  { how }: Pick<Forged, 'how'>,
  reply: Pick<Reply, 'status' | 'code'>,
  number: number,
): void {
  const wrong = wrongOf(reply)
  const line = `#${number} ${how}: ${reply.status ?? 'no answer'} ${reply.code ?? ''}`
  const came = reply.status !== undefined && reply.status < 500 && !closed.has(reply.status)
  count(counts, 'successes', 1, came ? [line] : [])
  count(counts, 'undeclared_5xx', 1, wrong === 'undeclared_5xx' ? [line] : [])
  count(counts, 'hangs', 1, wrong === 'hangs' ? [line] : [])
}
