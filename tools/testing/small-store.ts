import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One bucket in memory that implements enough S3 to put, read and remove, and verifies signatures. */
export interface SmallStore {
  /** The settings of a gateway with its files there. */
  settings: Record<string, string>
  /** Whether anonymous requests are served too, as with a public bucket policy. */
  isPublic: boolean
  close(): Promise<void>
}

const [REGION, BUCKET, KEY_ID, SECRET] = ['us-east-1', 'eclusa-small', 'small-key', 'small-secret-small-secret']

export async function createSmallStore(): Promise<SmallStore> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { method = '', url = '' } = request
      const path = url.split('?')[0]!
      const refusal = store.isPublic && method === 'GET' ? undefined : refusalOf(request)
      const refuse = (status: number, code: string) =>
        response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
      if (refusal) return refuse(403, refusal)
      if (!path.startsWith(`/${BUCKET}/`)) return refuse(404, 'NoSuchBucket')
      if (method === 'PUT') objects.set(path, body)
      if (method === 'DELETE') objects.delete(path)
      if (method === 'PUT' || method === 'DELETE') return response.writeHead(method === 'PUT' ? 200 : 204).end()
      const found = objects.get(path)
      if (!found) return refuse(404, 'NoSuchKey')
      return response.writeHead(200, { 'content-length': found.length }).end(method === 'HEAD' ? undefined : found)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const store: SmallStore = {
    settings: {
      OBJECT_STORE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_REGION: REGION,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    isPublic: false,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return store
}

/** Signature version 4, recomputed from the request and compared. */
function refusalOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  const parts = /Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
    headers.authorization ?? '',
  )
  if (!parts) return 'AccessDenied'
  const [, keyId, scope = '', signed = '', signature] = parts
  if (keyId !== KEY_ID) return 'InvalidAccessKeyId'
  const [path, query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query
      .split('&')
      .map((pair) => (pair === '' || pair.includes('=') ? pair : `${pair}=`))
      .toSorted()
      .join('&'),
    ...signed.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    signed,
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n')
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest()
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${SECRET}`)
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
