import type { X509Certificate } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import type { Buckets } from './buckets.ts'
import type { SigningKeys } from './keys/signing-keys.ts'
import { certificateLeft, dictBucketLevel } from './metrics.ts'

const DAY_MS = 86_400_000

/** Parts of a DICT connection with a level or an expiry. */
interface Watched {
  buckets: Buckets
  own: X509Certificate[]
  signing: SigningKeys
  trusted: X509Certificate[]
  clock: Clock
}

/** Registers gauges for the bucket levels and the certificate lifetimes. */
export function watchDict({ buckets, own, signing, trusted, clock }: Watched, metrics: Metrics): void {
  metrics.watch(dictBucketLevel, () =>
    Object.entries(buckets.levels()).map(([policy, value]) => ({ labels: { policy }, value })),
  )
  metrics.watch(certificateLeft, () => {
    const now = clock.now().getTime()
    const left = (certificates: X509Certificate[]) =>
      (Math.max(...certificates.map(({ validToDate }) => validToDate.getTime())) - now) / DAY_MS
    return [
      { labels: { certificate: 'connection' }, value: left(own) },
      { labels: { certificate: 'signing' }, value: left(signing.keys.map(({ certificate }) => certificate)) },
      { labels: { certificate: 'trusted' }, value: left(trusted) },
    ]
  })
}
