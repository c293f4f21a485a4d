import { X509Certificate } from 'node:crypto'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Check } from '../../platform/http/readiness.ts'
import { createMetrics, type Metrics } from '../../platform/observability/metrics.ts'
import { type Buckets, countBuckets } from './buckets.ts'
import { checkKeys } from './keys/check-keys.ts'
import { createPemKeys, type PemSigning } from './keys/pem-keys.ts'
import { createTokenKeys, type TokenSigning } from './keys/pkcs11-keys.ts'
import type { SigningKeys } from './keys/signing-keys.ts'
import { createTransport, type Limits, limits, type TlsIdentity, type TlsTunnel, type Transport } from './transport.ts'
import { watchDict } from './watch-dict.ts'

export interface DictSettings {
  /** The base URL including the version, without a final slash: `https://host:port/api/v2`. */
  url: string
  /** Our ISPB: eight characters, possibly letters. */
  participant: string
  /** Indirect participants that reach DICT through us. */
  indirect?: string[]
  /** The client key of the TLS connections, or the local program that has it. */
  tls: TlsIdentity | TlsTunnel
  /** The signing keys, or the token that contains them. */
  signing: PemSigning | TokenSigning
  /** PEM of the certificates with which DICT signs its responses; two during a certificate change. */
  trusted: string[]
  limits?: Partial<Limits>
  buckets?: Buckets
  clock?: Clock
  metrics?: Metrics
}

/** A connection to DICT as one participant. Operations are functions with this as their first parameter. */
export interface Dict {
  url: string
  participant: string
  indirect: string[]
  transport: Transport
  signing: SigningKeys
  trusted: X509Certificate[]
  /** Our client certificate, checked before each request, because an expired one makes every request fail. */
  own: X509Certificate[]
  /** Readiness check of our certificates and keys. */
  check: Check
  buckets: Buckets
  clock: Clock
  metrics: Metrics
  close(): Promise<void>
}

/**
 * Creates a connection. Nothing is sent before the first operation.
 * It implements BACEN's DICT API 2.12.1, published under the Apache licence: paths, elements, errors and limits. The
 * signature's form follows BACEN's own example client. BACEN's certification comes before production: no test here has
 * used the real directory.
 */
export function createDict(settings: DictSettings): Dict {
  const clock = settings.clock ?? systemClock
  const metrics = settings.metrics ?? createMetrics()
  const signing = 'module' in settings.signing ? createTokenKeys(settings.signing) : createPemKeys(settings.signing)
  const connection = new X509Certificate(settings.tls.certificate)
  const transport = createTransport(settings.tls, { ...limits, ...settings.limits })
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
