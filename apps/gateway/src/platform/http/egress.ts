import { Resolver } from 'node:dns/promises'
import { callbackify } from 'node:util'
import { LRUCache } from 'lru-cache'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { addressRefusal, isPublic, literalAddress, type NamedNetwork, portOf } from './address.ts'

/**
 * SSRF protection for outgoing calls to addresses that users chose: only public addresses, and those an operator allowed for the
 * user who chose them.
 */
export interface Egress {
  /** The dispatcher for one user, with the networks an operator allowed for that user. */
  wayOf(user_id: string, named: NamedNetwork[]): EgressDispatcher
  destroy(): Promise<void>
}

export interface EgressDispatcher {
  dispatcher: Dispatcher
  /** Whether the host may be on a private network, so that nothing of its response may be shown. */
  isConfidential(url: string): boolean
}

export interface ResolvedAddress {
  address: string
  family: number
}

export type Resolve = (host: string) => Promise<ResolvedAddress[]>

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
/** Users with allowed networks whose connections are kept at the same time. */
const WAYS_MAX = 100
/** Origins whose TLS sessions are kept at the same time. */
const ORIGINS_MAX = 1_000

interface EgressOptions {
  resolve?: Resolve
  isPublic?: (address: string) => boolean
}

/**
 * A user with allowed networks has a separate connection pool. Otherwise another user could reuse an open connection to a network
 * that is not allowed to that user.
 */
export function createEgress(rules: EgressOptions = {}): Egress {
  const judging = { resolve: createResolver(), isPublic, ...rules }
  const common = createEgressDispatcher([], judging)
  const ways = new LRUCache<string, EgressDispatcher>({
    max: WAYS_MAX,
    dispose: ({ dispatcher }) => void dispatcher.close(),
  })
  return {
    wayOf(user_id, named) {
      if (named.length === 0) return common
      const key = `${user_id} ${JSON.stringify(named)}`
      const way = ways.get(key) ?? createEgressDispatcher(named, judging)
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
 * A dispatcher that resolves a name once, checks every address of the name, and connects to the checked address. This stops DNS
 * rebinding. It follows no redirect and uses no proxy.
 */
function createEgressDispatcher(
  named: NamedNetwork[],
  { resolve, isPublic: judge }: Required<EgressOptions>,
): EgressDispatcher {
  const confidential = new Set<string>()

  /**
   * All addresses of the name. A name with one private address among public ones is refused, because the choice between them is
   * not ours.
   */
  const judged = async (host: string, url: Origin): Promise<[ResolvedAddress, ...ResolvedAddress[]]> => {
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

  /** One per origin, because a look-up gets neither the port nor the protocol. */
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
    // No limit of connections: with one, a slow receiver would delay the deliveries of other users to the same host.
    connections: null,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    connect({ ...options }, callback) {
      const connector = connectorOf(options)
      if (!literalAddress(options)) return connector(options, callback)
      // An IP address in the URL needs no look-up.
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
 * Resolves names without a thread per query. The look-up of the operating system takes one of few threads, so some names that
 * never resolve would delay all others. `localhost` is resolved locally.
 */
export function createResolver(): Resolve {
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
