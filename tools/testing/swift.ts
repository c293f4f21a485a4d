import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type Swift, startSwift } from '@eclusa/simulators/swift/swift.ts'

export interface TestBucket {
  swift: Swift
  bucket: string
  /** The settings of a gateway with its files there. */
  settings: Record<string, string>
}

/** A Swift server with an empty bucket. Where it cannot be installed, the test fails and does not skip. */
export async function createTestBucket(): Promise<TestBucket> {
  return createBucket(await startSwift(), 'eclusa-test')
}

export async function createBucket(swift: Swift, bucket: string): Promise<TestBucket> {
  const { endpoint, region, accessKeyId, secretAccessKey } = swift
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return {
    swift,
    bucket,
    settings: {
      OBJECT_STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  }
}

/** Long enough to install Swift on a new machine. */
export const SWIFT_START_MS = 300_000
