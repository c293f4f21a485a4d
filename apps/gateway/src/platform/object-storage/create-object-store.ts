import type { Clock } from '../clock.ts'
import type { Settings } from '../config/settings.ts'
import { createKeyRing } from '../key-ring.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createDiskStore } from './disk.ts'
import { type Addresses, openAddresses } from './disk-address.ts'
import { measured } from './measured-store.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Store } from './s3.ts'
import type { objectStoreSettings } from './settings.ts'

export interface Objects {
  objects: ObjectStore
  /** Present when the gateway itself serves the signed addresses. */
  addresses: Addresses | undefined
}

/** The store the operator chose. Its required settings were checked when the configuration was read. */
export function createObjectStore(
  config: Settings<typeof objectStoreSettings> & { SIGNING_SECRET: string },
  clock: Clock,
  metrics: Metrics,
): Objects {
  const timeoutMs = config.OBJECT_STORE_TIMEOUT_MS
  if (config.OBJECT_STORE === 'disk') {
    const addresses = openAddresses(config.PUBLIC_URL!, createKeyRing(config.SIGNING_SECRET), clock)
    return { objects: measured(createDiskStore(config.OBJECT_DISK_PATH!, addresses, timeoutMs), metrics), addresses }
  }
  const objects = createS3Store({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET!,
    accessKeyId: config.S3_ACCESS_KEY_ID!,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY!,
    timeoutMs,
    buffers: config.UPLOAD_BUFFERS,
  })
  return { objects: measured(objects, metrics), addresses: undefined }
}
