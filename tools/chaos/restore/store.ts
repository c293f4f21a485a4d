import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { makeAuthority } from '@eclusa/simulators/dict/certificates.ts'
import { startSwift } from '@eclusa/simulators/swift/swift.ts'
import { createBucket } from '@eclusa/testing/swift.ts'

export interface BackupStore {
  /** The settings of a gateway with its files there. */
  files: Record<string, string>
  /** The place of pgBackRest's backups, by its names in `deploy/pgbackrest/place.conf`. */
  repository: Record<string, string>
  /** The authority of the store's certificate. */
  authority: string
  stop(): Promise<void>
}

/** A real S3 store with two buckets, with TLS: pgBackRest requires it. */
export async function startBackupStore(folder: string): Promise<BackupStore> {
  const swift = await startSwift()
  const [files, backups] = [await createBucket(swift, 'eclusa-files'), await createBucket(swift, 'eclusa-backups')]
  const authority = await makeAuthority(folder, 'authority of a drill')
  const { certificate, key } = await authority.issue({ name: 'localhost', kind: 'connection' })
  const { port, hostname } = new URL(swift.endpoint)
  const front = createServer({ cert: certificate, key }, (outer) => {
    const inner = connect({ host: hostname, port: Number(port) })
    outer.pipe(inner).pipe(outer)
    outer.on('error', () => inner.destroy())
    inner.on('error', () => outer.destroy())
  })
  front.listen(0, 'localhost')
  await once(front, 'listening')
  return {
    files: files.settings,
    repository: {
      'repo1-s3-endpoint': 'localhost',
      'repo1-storage-port': String((front.address() as AddressInfo).port),
      'repo1-s3-region': swift.region,
      'repo1-s3-bucket': backups.bucket,
      'repo1-s3-key': swift.accessKeyId,
      'repo1-s3-key-secret': swift.secretAccessKey,
    },
    authority: authority.certificate,
    async stop() {
      front.close()
      await swift.stop()
    },
  }
}
