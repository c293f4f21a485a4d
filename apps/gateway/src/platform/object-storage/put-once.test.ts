import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskStore } from './disk.ts'
import { createS3Store } from './s3.ts'

const KEY = 'anchors/0000000000000001.json'
const bytes = Buffer.from('{"a":1}')

describe('put once, on disk', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eclusa-once-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('one of twenty concurrent puts wins, and the file is read-only', async () => {
    const store = createDiskStore(folder, undefined, 4_000)
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => store.putOnce(KEY, Buffer.from(String(n)), 'text/plain')),
    )
    expect(all.filter(Boolean)).toHaveLength(1)
    const kept = (await Readable.from((await store.read(KEY))!).toArray()) as Buffer[]
    expect(Buffer.concat(kept).toString()).toBe(String(all.indexOf(true)))
    expect((await stat(join(folder, KEY))).mode & 0o777).toBe(0o400)
    expect(await store.removeUnfinished(new Date(Date.now() + 60_000))).toBe(0)
  })
})

/** No store available here has object lock or conditional PUT, so this test checks what would be sent to one. */
describe('put once, to S3', () => {
  let server: Server
  let answers: number[]
  let sent: { method: string; headers: IncomingHttpHeaders }[]
  let store: ReturnType<typeof createS3Store>
  beforeEach(async () => {
    sent = []
    server = createServer((request, response) => {
      sent.push({ method: request.method!, headers: request.headers })
      request.resume().on('end', () => response.writeHead(answers.shift() ?? 500).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const keys = { accessKeyId: 'a', secretAccessKey: 'b' }
    store = createS3Store({ endpoint, region: 'r', bucket: 'anchors', ...keys, timeoutMs: 4_000, buffers: 2 })
  })
  afterEach(async () => {
    await store.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it('is sent with If-None-Match, a retention date and its MD5', async () => {
    answers = [200]
    expect(await store.putOnce(KEY, bytes, 'application/json', new Date('2036-01-01T00:00:00Z'))).toBe(true)
    expect(sent).toMatchObject([
      {
        method: 'PUT',
        headers: {
          'if-none-match': '*',
          'content-md5': createHash('md5').update(bytes).digest('base64'),
          'x-amz-object-lock-mode': 'COMPLIANCE',
          'x-amz-object-lock-retain-until-date': '2036-01-01T00:00:00Z',
        },
      },
    ])
  })

  it('is not locked without a retention date', async () => {
    answers = [200]
    await store.putOnce(KEY, bytes, 'application/json')
    expect(Object.keys(sent[0]!.headers).filter((name) => name.includes('lock'))).toEqual([])
  })

  it('is not put where one exists, and a failure of the store is no success', async () => {
    answers = [412]
    expect(await store.putOnce(KEY, bytes, 'application/json')).toBe(false)
    answers = [409]
    await expect(store.putOnce(KEY, bytes, 'application/json')).rejects.toThrow('unavailable')
  })

  it('checks before the put, where the store does not support conditions', async () => {
    answers = [501, 404, 200]
    const before = async () =>
      sent.splice(0).map(({ method, headers }) => `${method} ${headers['if-none-match'] ?? ''}`)
    expect(await store.putOnce(KEY, bytes, 'application/json')).toBe(true)
    expect(await before()).toEqual(['PUT *', 'HEAD ', 'PUT '])
    answers = [501, 200]
    expect(await store.putOnce(KEY, bytes, 'application/json')).toBe(false)
    expect(await before()).toEqual(['PUT *', 'HEAD '])
  })
})
