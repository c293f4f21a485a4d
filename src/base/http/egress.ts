import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher } from 'undici'

/** Calls to addresses that others chose: only public ones, unless the operator names a network that may be called too. */

export interface Address {
  address: string
  family: number
}

export type Resolve = (host: string) => Promise<Address[]>
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** The address was not called at all. */
export class EgressRefused extends Error {
  readonly code = 'EGRESS_REFUSED'
  constructor(reason: string) {
    super(reason)
    this.name = 'EgressRefused'
  }
}

const CONNECT_TIMEOUT_MS = 5_000
const DNS_TIMEOUT_MS = 2_000
const HEADER_BYTES_MAX = 16 * 1024
const KEEP_ALIVE_MS = 15_000
/** Public by its number, but answered by the host of a virtual machine in one large cloud. */
const alsoPrivate = new Set(['168.63.129.16'])
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** `127.0.0.0/8,::1/128` as networks. Throws on what is not a network, so that a typing error is found at the start. */
export function parseNetworks(list: string): Network[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => ipaddr.parseCIDR(item))
}

/** Why an address may not be called, or undefined when it may. Without TLS only what the operator named may be. */
export function addressRefusal(address: string, secure: boolean, allowed: Network[]): string | undefined {
  if (!ipaddr.isValid(address)) return 'not an address'
  // An IPv4 address inside an IPv6 one is judged as what is called in the end.
  const called = ipaddr.process(address)
  if (allowed.some(([network, bits]) => network.kind() === called.kind() && called.match([network, bits] as never)))
    return undefined
  if (called.range() !== 'unicast' || alsoPrivate.has(called.toString())) return 'not a public address'
  if (called.kind() === 'ipv6' && !called.match(globalUnicast)) return 'not a public address'
  return secure ? undefined : 'not encrypted'
}

/** The address an URL spells out, whichever way it spells it, or undefined when it has a name. */
export function literalAddress(url: URL): string | undefined {
  const host = unbracketed(url.hostname)
  return isIP(host) === 0 ? undefined : host
}

/**
 * A dispatcher that resolves a name once, judges every address the name has, and connects to what it judged: a name
 * that answers differently a moment later finds nobody asking. It follows no redirect and uses no proxy.
 */
export function openEgress({
  allowed,
  resolve = openResolver(),
  connectionsPerOrigin,
}: {
  allowed: Network[]
  resolve?: Resolve
  connectionsPerOrigin: number
}): Dispatcher {
  const connectors = { secure: guarded(true, allowed, resolve), plain: guarded(false, allowed, resolve) }
  return new Agent({
    allowH2: false,
    connections: connectionsPerOrigin,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    connect(options, callback) {
      const secure = options.protocol === 'https:'
      const host = unbracketed(options.hostname)
      const refusal = isIP(host) === 0 ? undefined : addressRefusal(host, secure, allowed)
      if (refusal) callback(new EgressRefused(refusal), null)
      else (secure ? connectors.secure : connectors.plain)(options, callback)
    },
  })
}

function guarded(secure: boolean, allowed: Network[], resolve: Resolve): buildConnector.connector {
  return buildConnector({
    allowH2: false,
    timeout: CONNECT_TIMEOUT_MS,
    lookup(host, options, done) {
      judgedBack(host, secure, allowed, resolve, (error, addresses) => {
        if (error) done(error, [])
        else if (options.all) done(null, addresses)
        else done(null, addresses[0].address, addresses[0].family)
      })
    },
  })
}

/** Every address a name has. One private among public ones is refused too: which of them is called is not ours to say. */
async function judged(
  host: string,
  secure: boolean,
  allowed: Network[],
  resolve: Resolve,
): Promise<[Address, ...Address[]]> {
  const [first, ...rest] = await resolve(host)
  if (!first) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' })
  const refusals = [first, ...rest].map(({ address }) => addressRefusal(address, secure, allowed))
  const refusal = refusals.find((reason) => reason !== undefined)
  if (refusal) throw new EgressRefused(refusal)
  return [first, ...rest]
}

/**
 * Asks the name servers without a thread of its own for each question, as the operating system's look-up would take: a
 * handful of names that never answer would keep everybody else's waiting. `localhost` is known without asking.
 */
function openResolver(): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 })
  return async (host) => {
    if (host === 'localhost' || host.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }]
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
    ]
  }
}

const judgedBack = callbackify(judged)

function unbracketed(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host
}
