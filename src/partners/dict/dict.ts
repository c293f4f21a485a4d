import { X509Certificate } from 'node:crypto'
import { type Clock, systemClock } from '../../base/clock.ts'
import type { Check } from '../../base/http/readiness.ts'
import { type Metrics, openMetrics } from '../../base/observability/metrics.ts'
import { type Buckets, countBuckets } from './buckets.ts'
import { checkKeys } from './keys/check-keys.ts'
import { openPemKeys, type PemSigning } from './keys/pem-keys.ts'
import type { SigningKeys } from './keys/signing-keys.ts'
import { openTokenKeys, type TokenSigning } from './keys/token-keys.ts'
import { type Limits, limits, openTransport, type TlsIdentity, type TlsTunnel, type Transport } from './transport.ts'
import { watchDict } from './watch-dict.ts'

export interface DictSettings {
  /** Up to and with the version, without a final slash: `https://host:port/api/v2`. */
  url: string
  /** Our ISPB: eight characters, letters possible. */
  participant: string
  /** Those that reach DICT through us. */
  indirect?: string[]
  /** The key of our connections, or the program that has it. */
  tls: TlsIdentity | TlsTunnel
  /** The keys of our signatures, or the token that has them. */
  signing: PemSigning | TokenSigning
  /** PEM of the certificates DICT signs its answers with; two while one replaces the other. */
  trusted: string[]
  limits?: Partial<Limits>
  buckets?: Buckets
  clock?: Clock
  metrics?: Metrics
}

/** A connection to DICT as one participant. The operations are plain functions that take it first. */
export interface Dict {
  url: string
  participant: string
  indirect: string[]
  transport: Transport
  signing: SigningKeys
  trusted: X509Certificate[]
  /** Our certificate of connections, looked at before each request: an expired one is a fact, not an answer to wait for. */
  own: X509Certificate[]
  /** Whether our certificates and keys will do. */
  check: Check
  buckets: Buckets
  clock: Clock
  metrics: Metrics
  close(): Promise<void>
}

/**
 * Opens a connection. Nothing is sent until the first operation.
 *
 * What is spoken is BACEN's DICT API 2.12.1 as published under the Apache licence: paths, elements, errors and limits.
 * BACEN's own example client gives the shape of the signature. Homologation with BACEN comes before production: no test
 * here has met the real directory.
 */
export function openDict(settings: DictSettings): Dict {
  const clock = settings.clock ?? systemClock
  const metrics = settings.metrics ?? openMetrics()
  const signing = 'module' in settings.signing ? openTokenKeys(settings.signing) : openPemKeys(settings.signing)
  const connection = new X509Certificate(settings.tls.certificate)
  const transport = openTransport(settings.tls, { ...limits, ...settings.limits })
  const dict: Dict = {
    url: settings.url,
    participant: settings.participant,
    indirect: settings.indirect ?? [],
    transport,
    signing,
    trusted: settings.trusted.map((pem) => new X509Certificate(pem)),
    own: [connection],
    check: checkKeys(connection, signing, clock),
    buckets: settings.buckets ?? countBuckets({ clock }),
    clock,
    metrics,
    async close() {
      await transport.close()
      await signing.close()
    },
  }
  watchDict(dict, metrics)
  return dict
}
