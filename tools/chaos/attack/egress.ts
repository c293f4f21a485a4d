import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join as joinPath } from 'node:path'
import type * as Address from '@eclusa/gateway/src/platform/http/address.ts'
import type * as Egress from '@eclusa/gateway/src/platform/http/egress.ts'
import { request } from 'undici'
import { createRandom, type Random } from '../random.ts'
import { privateHost } from './addresses.ts'
import { type Counts, count, noCounts } from './counts.ts'
import type { AttackField, AttackPart } from './part.ts'

const suites = [
  'apps/gateway/src/platform/http/egress.test.ts',
  'apps/gateway/src/areas/webhooks/create-endpoint.test.ts',
  'apps/gateway/src/areas/webhooks/networks.test.ts',
  'apps/gateway/src/events/delivery/deliver-webhooks.test.ts',
]
const CALLERS = 8
const PUBLIC = '127.0.0.2'

/** SSRF attacks: private addresses in any notation, and names that resolve to them. */
export const egress: AttackPart = {
  name: 'egress',
  what: 'egress: private addresses in every spelling, names that lead inside',
  rounds: 10_000,
  planted: { bug: 'platform/one-private-among-public', rounds: 200, finds: 'successes' },
  suites,
  generate: callInside,
}

async function callInside({ root, rounds, seed, say }: AttackField): Promise<Counts> {
  const counts = noCounts()
  let heard = 0
  const server = createServer((_, answer) => answer.end(String((heard += 1)))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { createEgress: openEgress } = (await import(
    joinPath(root, 'apps/gateway/src/platform/http/egress.ts')
  )) as typeof Egress
  const { isPublic } = (await import(joinPath(root, 'apps/gateway/src/platform/http/address.ts'))) as typeof Address
  // No third party is called: the stand-in for a public address is on this machine, and does not listen.
  const way = openEgress({ resolve, isPublic: (address) => address === PUBLIC || isPublic(address) })
  const { dispatcher } = way.wayOf('nobody', [])
  let next = 0
  const call = async () => {
    while (next < rounds) {
      const number = next++
      const url = inside(createRandom(seed * 1_000_003 + number), port)
      const outcome = await request(url, { dispatcher, method: 'POST' }).then(
        async ({ statusCode, body }) => (await body.dump(), String(statusCode)),
        (error: { code?: string; name: string }) => error.code ?? error.name,
      )
      count(counts, 'successes', 1, isRefused(outcome) ? [] : [`#${number} ${url}: ${outcome}`])
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  await way.destroy()
  server.close()
  server.closeAllConnections()
  if (heard > 0) count(counts, 'successes', 0, [`what listens inside was called ${heard} times`])
  say(`  ${rounds} addresses inside were called, ${heard} of them heard it`)
  return counts
}

/** Rejected before a call, or not a valid URL. */
export const isRefused = (outcome: string) => outcome === 'EGRESS_REFUSED' || outcome === 'ERR_INVALID_URL'

/** An address in the URL, or a name that resolves to a private one, alone or after a public one. */
export function inside(random: Random, port: number): string {
  const protocol = random.pick(['http', 'https'])
  if (random.chance(0.75)) return `${protocol}://${privateHost(random)}:${port}/`
  const hidden = random.pick(['7f000001', '0a000001', 'a9fea9fe', 'c0a80101', 'ac100001'])
  const shown = '7f000002'
  const names = random.pick([hidden, `${shown}-${hidden}`, `${hidden}-${shown}`])
  return `https://${names}.hooks.example:${port}/`
}

/** The test resolver returns the addresses encoded in the name. */
async function resolve(host: string): Promise<Egress.ResolvedAddress[]> {
  return host.split('.')[0]!.split('-').map(addressOf)
}

function addressOf(hexed: string): { address: string; family: number } {
  return { address: [...Buffer.from(hexed, 'hex')].join('.'), family: 4 }
}
