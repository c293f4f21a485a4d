import { Resolver } from 'node:dns/promises'
import { callbackify } from 'node:util'
import { LRUCache } from 'lru-cache'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { addressRefusal, isPublic, literalAddress, type NamedNetwork, portOf } from './address.ts'

/** Calls to addresses that others chose: only public ones, and those an operator named for the user who chose them. */
export interface Egress {
  /** The way out for one user, with the networks an operator named for that user. */
  wayOf(user_id: string, named: NamedNetwork[]): Way
  destroy(): Promise<void>
}

export interface Way {
  dispatcher: Dispatcher
  /** Whether who answers at this address may be somebody that is not public, of whose answer nothing may be told. */
  isConfidential(url: string): boolean
}

export interface Address {
  address: string
  family: number
}

export type Resolve = (host: string) => Promise<Address[]>

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
/** Users with networks of their own whose connections are kept at a time. */
const WAYS_MAX = 100
/** Origins whose TLS sessions are remembered at a time. */
const ORIGINS_MAX = 1_000

interface Rules {
  resolve?: Resolve
  isPublic?: (address: string) => boolean
}

/**
 * A user with named networks has connections of its own: one that an operator allowed to this user would otherwise lie
 * open, and be taken, for the next who names the same address.
 */
export function openEgress(rules: Rules = {}): Egress {
  const judging = { resolve: openResolver(), isPublic, ...rules }
  const common = openWay([], judging)
  const ways = new LRUCache<string, Way>({ max: WAYS_MAX, dispose: ({ dispatcher }) => void dispatcher.close() })
  return {
    wayOf(user_id, named) {
      if (named.length === 0) return common
      const key = `${user_id} ${JSON.stringify(named)}`
      const way = ways.get(key) ?? openWay(named, judging)
      ways.set(key, way, { noDisposeOnSet: true })
      return way
    },
    async destroy() {
      const all = [common, ...ways.values()]
      await Promise.all(all.map(({ dispatcher }) => dispatcher.destroy()))
    },
  }
}

/**
 * A dispatcher that resolves a name once, judges every address the name has, and connects to what it judged: a name
 * that answers differently a moment later finds nobody asking. It follows no redirect and uses no proxy.
 */
function openWay(named: NamedNetwork[], { resolve, isPublic: judge }: Required<Rules>): Way {
  const confidential = new Set<string>()

  /** Every address a name has. One private among public ones is refused too: which of them is called is not ours to say. */
  const judged = async (host: string, url: Origin): Promise<[Address, ...Address[]]> => {
    const literal = literalAddress({ hostname: host })
    const [first, ...rest] = literal ? [{ address: literal, family: 0 }] : await resolve(host)
    if (!first) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' })
    for (const { address } of [first, ...rest]) {
      const called = { address, port: portOf(url), secure: url.protocol === 'https:' }
      const refusal = addressRefusal(called, named, judge)
      if (refusal) throw new EgressRefused(refusal)
      if (!judge(address)) confidential.add(originOf(url))
    }
    return [first, ...rest]
  }
  const judgedBack = callbackify(judged)

  /** One for each origin, since a look-up is told neither the port nor the protocol that it is for. */
  const connectors = new LRUCache<string, buildConnector.connector>({ max: ORIGINS_MAX })
  const connectorOf = (url: Origin) => {
    const connector =
      connectors.get(originOf(url)) ??
      buildConnector({
        allowH2: false,
        timeout: CONNECT_TIMEOUT_MS,
        lookup: (host, { all }, done) =>
          judgedBack(host, url, (error, addresses) => {
            if (error) done(error, [])
            else if (all) done(null, addresses)
            else done(null, addresses[0].address, addresses[0].family)
          }),
      })
    connectors.set(originOf(url), connector)
    return connector
  }
  const dispatcher = new Agent({
    allowH2: false,
    // As many as are under way: a limit here would have all wait who send to one host, for whoever is slowest.
    connections: null,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    connect({ ...options }, callback) {
      const connector = connectorOf(options)
      if (!literalAddress(options)) return connector(options, callback)
      // No look-up is made for an address that is spelled out.
      judgedBack(options.hostname, options, (error) => (error ? callback(error, null) : connector(options, callback)))
    },
  })
  return { dispatcher, isConfidential: (url) => confidential.has(originOf(new URL(url))) }
}

type Origin = Pick<URL, 'protocol' | 'hostname' | 'port'>

function originOf(url: Origin): string {
  return `${url.protocol}//${url.hostname}:${portOf(url)}`
}

/**
 * Asks the name servers without a thread of its own for each question, as the operating system's look-up would take: a
 * handful of names that never answer would keep everybody else's waiting. `localhost` is known without asking.
 */
export function openResolver(): Resolve {
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
