import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type ObjectStore, ObjectStoreUnavailable, ownerOf, withoutSilence } from './object-store.ts'
import { createPartBuffers } from './part-buffers.ts'
import { type UploadCalls, uploadStream } from './s3-upload.ts'

export interface S3Settings {
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** How long one call may take, without the time for its bytes. */
  timeoutMs: number
  /** Part buffers of this process, five MiB each. */
  buffers: number
}

/** The slowest transfer that is accepted: the timeout of a call grows with its bytes. */
const BYTES_PER_MS_MIN = 2_048
const BUFFER_WAIT_MS = 10_000
const ATTEMPTS_MAX = 2
const CONNECT_TIMEOUT_MS = 2_000
/** A 404 means that the credentials were accepted. */
const NO_OBJECT = 'reach/nothing'

/** Any store that speaks S3: AWS, Ceph, SeaweedFS, Garage, Swift. */
export function createS3Store(settings: S3Settings): ObjectStore {
  const { bucket: Bucket, timeoutMs } = settings
  const client = createS3Client(settings)
  const buffers = createPartBuffers(settings.buffers, BUFFER_WAIT_MS)

  /** One call, with its timeout. Every failure below counts as unavailability of the store. */
  async function ask<T>(call: (options: { abortSignal: AbortSignal }) => Promise<T>, bytes = 0): Promise<T> {
    const abortSignal = AbortSignal.timeout(timeoutMs + Math.ceil(bytes / BYTES_PER_MS_MIN))
    try {
      return await call({ abortSignal })
    } catch (error) {
      throw new ObjectStoreUnavailable('a call failed', error)
    }
  }

  const uploadTo = (Key: string, ContentType: string): UploadCalls => ({
    async putWhole(Body) {
      await ask((within) => client.send(new PutObjectCommand({ Bucket, Key, ContentType, Body }), within), Body.length)
    },
    async begin() {
      const begun = await ask((within) =>
        client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType }), within),
      )
      return begun.UploadId!
    },
    async putPart(UploadId, PartNumber, Body) {
      const { ETag } = await ask(
        (within) => client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }), within),
        Body.length,
      )
      return { PartNumber, ETag }
    },
    async complete(UploadId, Parts) {
      const MultipartUpload = { Parts }
      await ask((within) =>
        client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }), within),
      )
    },
    async abort(UploadId) {
      await ask((within) => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), within))
    },
  })

  const store: ObjectStore = {
    put: (key, bytes, contentType) => uploadStream(uploadTo(key, contentType), buffers, bytes, ownerOf(key)),
    async putOnce(Key, Body, ContentType, keptUntil) {
      const object = {
        Bucket,
        Key,
        Body,
        ContentType,
        // A bucket with object lock requires Content-MD5.
        ContentMD5: createHash('md5').update(Body).digest('base64'),
        ...(keptUntil && { ObjectLockMode: 'COMPLIANCE' as const, ObjectLockRetainUntilDate: keptUntil }),
      }
      const put = (IfNoneMatch?: string) =>
        ask((within) => orRefused(client.send(new PutObjectCommand({ ...object, IfNoneMatch }), within)), Body.length)
      const answered = await put('*')
      if (answered !== 'unknown') return answered === 'put'
      // A store without conditional requests is queried before the put. An installation that needs a stronger guarantee needs
      // another store.
      return (await store.head(Key)) === undefined && (await put()) === 'put'
    },
    async head(Key) {
      const found = await ask((within) => orAbsent(client.send(new HeadObjectCommand({ Bucket, Key }), within)))
      return found && { size: found.ContentLength! }
    },
    async read(Key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await ask((within) => orAbsent(client.send(new GetObjectCommand({ Bucket, Key, Range }), within)))
      return found && withoutSilence(found.Body as AsyncIterable<Uint8Array>, timeoutMs)
    },
    async copy(from, to) {
      const found = await store.head(from)
      if (!found) return false
      const copy = new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` })
      const copied = await ask((within) => orAbsent(client.send(copy, within)), found.size)
      return copied !== undefined
    },
    async remove(Key) {
      await ask((within) => orAbsent(client.send(new DeleteObjectCommand({ Bucket, Key }), within)))
    },
    async *list(Prefix, StartAfter) {
      let ContinuationToken: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix, StartAfter, ContinuationToken })
        const page = await ask((within) => client.send(command, within))
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          yield { key: Key!, size: Size!, modified_at: LastModified! }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    async removeUnfinished(before) {
      const { Uploads = [] } = await ask((within) => client.send(new ListMultipartUploadsCommand({ Bucket }), within))
      const old = Uploads.filter(({ Initiated }) => Initiated! < before)
      for (const { Key, UploadId } of old) await uploadTo(Key!, '').abort(UploadId!)
      return old.length
    },
    async signUpload(Key, { size, contentType, seconds }) {
      const command = new PutObjectCommand({ Bucket, Key, ContentType: contentType, ContentLength: size })
      const signableHeaders = new Set(['host', 'content-type', 'content-length'])
      const url = await getSignedUrl(client, command, { expiresIn: seconds, signableHeaders })
      return { url, headers: { 'content-type': contentType, 'content-length': String(size) } }
    },
    signDownload: (Key, { name, contentType, seconds, shown }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket,
          Key,
          ResponseContentType: contentType,
          ResponseContentDisposition: `${shown ? 'inline' : 'attachment'}; filename="${name}"`,
          ResponseCacheControl: 'no-store',
        }),
        { expiresIn: seconds },
      ),
    async reach() {
      // GET and not HEAD, whose response has no error code: a missing bucket would look like a missing object.
      await store.read(NO_OBJECT)
    },
    close: async () => client.destroy(),
  }
  return store
}

function createS3Client({ endpoint, region, accessKeyId, secretAccessKey, timeoutMs }: S3Settings): S3Client {
  return new S3Client({
    ...(endpoint && { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: endpoint !== undefined,
    // Other stores reject the checksums that only AWS knows. The signature of each part covers it anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs),
      httpAgent: { keepAlive: true, maxSockets: 200 },
      httpsAgent: { keepAlive: true, maxSockets: 200 },
    },
  })
}

/** Undefined when the store reports that the object does not exist. */
async function orAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
    const absent = name === 'NotFound' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404
    if (absent && name !== 'NoSuchBucket') return undefined
    throw error
  }
}

/** The result of a conditional PUT. `unknown` when the store does not support conditions. */
async function orRefused(call: Promise<unknown>): Promise<'put' | 'there' | 'unknown'> {
  try {
    await call
    return 'put'
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
    if ($metadata?.httpStatusCode === 412) return 'there'
    if ($metadata?.httpStatusCode === 501) return 'unknown'
    throw error
  }
}
