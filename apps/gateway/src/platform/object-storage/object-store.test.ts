import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestBucket, SWIFT_START_MS } from '@eclusa/testing/swift.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import type { Fault } from '../errors/fault.ts'
import { createKeyRing } from '../key-ring.ts'
import { createDiskStore } from './disk.ts'
import { openAddresses } from './disk-address.ts'
import type { Bytes, ObjectStore, StoredObject } from './object-store.ts'
import { PART_BYTES } from './part-buffers.ts'
import { createS3Store } from './s3.ts'
import { mountDiskObjects } from './serve-disk.ts'

interface TestObjectStoreHandle {
  store: ObjectStore
  close(): Promise<void>
}

/** The disk driver, with a server for its signed addresses. */
async function openDisk(): Promise<TestObjectStoreHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-objects-'))
  const app = Fastify()
  app.setErrorHandler((error: Fault, _, reply) => reply.code(error.declaration?.status ?? 500).send())
  app.addHook('onRequest', async (_, reply) => void reply.header('x-content-type-options', 'nosniff'))
  // The port is known once the server listens, but its routes have to be registered before.
  let addresses = openAddresses('', createKeyRing('secret'), systemClock)
  const verify: typeof addresses.verify = (...asked) => addresses.verify(...asked)
  const sign: typeof addresses.sign = (...asked) => addresses.sign(...asked)
  const store = createDiskStore(folder, { sign, verify }, 4_000)
  await mountDiskObjects(app, store, { sign, verify }, async () => true)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  addresses = openAddresses(`http://127.0.0.1:${port}`, createKeyRing('secret'), systemClock)
  return {
    store,
    async close() {
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function openSwift(): Promise<TestObjectStoreHandle> {
  const { swift, bucket } = await createTestBucket()
  const store = createS3Store({ ...swift, bucket, timeoutMs: 10_000, buffers: 4 })
  return {
    store,
    async close() {
      await store.close()
      await swift.stop()
    },
  }
}

const key = () => `files/${randomUUID()}`

async function* once(bytes: Buffer | string): Bytes & AsyncGenerator<Buffer> {
  yield Buffer.from(bytes)
}

async function collect(bytes: Bytes | undefined): Promise<Buffer> {
  return Buffer.concat(await Readable.from(bytes!).toArray())
}

/** A PUT with exactly these headers. fetch would set the length itself. */
async function put(url: string, headers: Record<string, string>, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PUT', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe.each([
  ['disk', openDisk],
  ['S3 (Swift)', openSwift],
])('an object store on %s', (_name, openStore) => {
  let opened: TestObjectStoreHandle
  let store: ObjectStore
  beforeAll(async () => {
    opened = await openStore()
    store = opened.store
  }, SWIFT_START_MS)
  afterAll(() => opened?.close())

  it('returns what was put, and its size', async () => {
    const at = key()
    await store.put(at, once('eclusa'), 'text/plain')
    expect(await store.head(at)).toEqual({ size: 6 })
    expect((await collect(await store.read(at))).toString()).toBe('eclusa')
  })

  it('puts an object once', async () => {
    const at = key()
    expect(await store.putOnce(at, Buffer.from('first'), 'text/plain')).toBe(true)
    expect(await store.putOnce(at, Buffer.from('later'), 'text/plain')).toBe(false)
    expect((await collect(await store.read(at))).toString()).toBe('first')
  })

  it('lists the objects after a key', async () => {
    const folder = `files/${randomUUID()}/`
    for (const name of ['1', '2', '3']) await store.putOnce(`${folder}${name}`, Buffer.from(name), 'text/plain')
    const after = async (name: string) => {
      const keys: string[] = []
      for await (const listed of store.list(folder, `${folder}${name}`)) keys.push(listed.key.slice(folder.length))
      return keys.toSorted()
    }
    expect([await after('1'), await after('3'), await after('0')]).toEqual([['2', '3'], [], ['1', '2', '3']])
  })

  it('stores an empty object', async () => {
    const at = key()
    await store.put(at, once(''), 'text/plain')
    expect(await store.head(at)).toEqual({ size: 0 })
  })

  it.each([PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES])(
    'stores %i bytes, in parts or whole',
    async (size) => {
      const at = key()
      const bytes = randomBytes(size)
      await store.put(at, once(bytes), 'application/octet-stream')
      expect((await collect(await store.read(at))).equals(bytes)).toBe(true)
      await store.remove(at)
    },
  )

  it('returns undefined for a missing object', async () => {
    expect(await store.head(key())).toBeUndefined()
    expect(await store.read(key())).toBeUndefined()
  })

  it('streams 200 MB through and back unchanged', { timeout: 120_000 }, async () => {
    const at = key()
    const block = randomBytes(64 * 1024)
    const size = 200 * 1024 * 1024
    const sent = createHash('sha256')
    async function* source() {
      for (let seen = 0; seen < size; seen += block.length) {
        block.writeUInt32BE(seen)
        sent.update(block)
        yield Buffer.from(block)
      }
    }
    await store.put(at, source(), 'application/octet-stream')
    expect(await store.head(at)).toEqual({ size })
    const read = createHash('sha256')
    for await (const chunk of (await store.read(at))!) read.update(chunk)
    expect(read.digest('hex')).toBe(sent.digest('hex'))
    await store.remove(at)
  })

  it('reads a range', async () => {
    const at = key()
    await store.put(at, once('0123456789'), 'text/plain')
    expect((await collect(await store.read(at, { start: 2, end: 4 }))).toString()).toBe('234')
  })

  it.each([1_000, PART_BYTES + 1_000])('keeps nothing of a stream that ends after %i bytes', async (size) => {
    const at = key()
    async function* broken() {
      yield randomBytes(size)
      throw new Error('the caller closed the connection')
    }
    await expect(store.put(at, broken(), 'text/plain')).rejects.toThrow('the caller closed the connection')
    expect(await store.head(at)).toBeUndefined()
    expect(await store.removeUnfinished(new Date(Date.now() + 60_000))).toBe(0)
  })

  it('copies an object as it is now, and reports a missing one', async () => {
    const [from, to] = [key(), key()]
    await store.put(from, once('eclusa'), 'text/plain')
    expect(await store.copy(from, to)).toBe(true)
    await store.put(from, once('something else'), 'text/plain')
    expect((await collect(await store.read(to))).toString()).toBe('eclusa')
    await store.remove(from)
    expect(await store.head(to)).toEqual({ size: 6 })
    expect(await store.copy(from, key())).toBe(false)
  })

  it('removes an object, and removing it again succeeds', async () => {
    const at = key()
    await store.put(at, once('eclusa'), 'text/plain')
    await store.remove(at)
    await store.remove(at)
    expect(await store.head(at)).toBeUndefined()
  })

  it('lists the objects under a prefix', async () => {
    const prefix = `list-${randomUUID()}`
    const keys = Array.from({ length: 12 }, (_, number) => `${prefix}/${randomUUID()}.${number}`)
    for (const at of keys) await store.put(at, once('x'), 'text/plain')
    const listed: StoredObject[] = await Readable.from(store.list(`${prefix}/`)).toArray()
    expect(listed.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
    for (const { size, modified_at } of listed) {
      expect(size).toBe(1)
      expect(Math.abs(Date.now() - modified_at.getTime())).toBeLessThan(60_000)
    }
    expect(await Readable.from(store.list(`${prefix}-none/`)).toArray()).toEqual([])
  })

  describe('a signed upload', () => {
    const bytes = Buffer.from('%PDF-1.7 eclusa')
    const sign = async (seconds = 60) => {
      const at = key()
      const upload = { size: bytes.length, contentType: 'application/pdf', seconds }
      return { at, ...(await store.signUpload(at, upload)) }
    }

    it('accepts the bytes it was signed for', async () => {
      const { at, url, headers } = await sign()
      expect(await put(url, headers, bytes)).toBe(200)
      expect((await collect(await store.read(at))).equals(bytes)).toBe(true)
    })

    it.each([
      ['one byte more', { 'content-length': String(bytes.length + 1) }, Buffer.concat([bytes, Buffer.from('x')])],
      ['one byte less', { 'content-length': String(bytes.length - 1) }, bytes.subarray(1)],
      ['another type', { 'content-type': 'text/html' }, bytes],
    ])('rejects %s, and keeps nothing', async (_what, wrong, body) => {
      const { at, url, headers } = await sign()
      expect(await put(url, { ...headers, ...wrong }, body)).toBeGreaterThanOrEqual(400)
      expect(await store.head(at)).toBeUndefined()
    })

    it('is rejected when altered, for another key, and for a download', async () => {
      const { at, url, headers } = await sign()
      const other = key()
      expect(await put(url.replace(at, other), headers, bytes)).toBe(403)
      expect(
        await put(
          url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
          headers,
          bytes,
        ),
      ).toBe(403)
      expect((await fetch(url)).status).toBe(403)
      expect(await store.head(other)).toBeUndefined()
    })

    it('expires', async () => {
      const { at, url, headers } = await sign(1)
      await pause(2_100)
      expect(await put(url, headers, bytes)).toBe(403)
      expect(await store.head(at)).toBeUndefined()
    })
  })

  describe('a signed download', () => {
    const sign = async (seconds = 60, shown = false) => {
      const at = key()
      await store.put(at, once('<script>'), 'text/html')
      return store.signDownload(at, { name: 'one.pdf', contentType: 'application/pdf', seconds, shown })
    }

    it('returns the bytes as an attachment of the verified type', async () => {
      const answer = await fetch(await sign())
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="one.pdf"')
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).toBe('<script>')
    })

    it('returns them inline where the address was signed for that, and only there', async () => {
      const url = await sign(60, true)
      expect((await fetch(url)).headers.get('content-disposition')).toBe('inline; filename="one.pdf"')
      expect((await fetch(url.replace('inline', 'attachment'))).status).toBe(403)
    })

    it('returns a range', async () => {
      const answer = await fetch(await sign(), { headers: { range: 'bytes=1-6' } })
      expect(answer.status).toBe(206)
      expect(await answer.text()).toBe('script')
    })

    it('is rejected when altered or for an upload, and expires', async () => {
      const url = await sign(1)
      expect((await fetch(url.replace('one.pdf', 'two.exe'))).status).toBe(403)
      expect(await put(url, {}, Buffer.from('x'))).toBe(403)
      await pause(2_100)
      expect((await fetch(url)).status).toBe(403)
    })
  })
})
