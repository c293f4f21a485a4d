import { createFaultyProxy, type FaultyProxy, type Mode } from '@eclusa/testing/faulty-proxy.ts'
import { begin, confirm, film, holdingsOf, keep, samples, sha256 } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import { createTestBucket, SWIFT_START_MS, type TestBucket } from '@eclusa/testing/swift.ts'
import { keepRoute } from '@eclusa/testing/upload-route.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

/** A real store, and gateways that reach it through a faulty proxy each. They use their ordinary timeouts. */
let bucket: TestBucket
beforeAll(async () => {
  bucket = await createTestBucket()
}, SWIFT_START_MS)
afterAll(() => bucket?.swift.stop())

/** One gateway per failure mode: they run concurrently, because most of the time is waiting. */
async function openBehindProxy(): Promise<{ proxy: FaultyProxy; gateway: TestGateway; close: () => Promise<void> }> {
  const proxy = await createFaultyProxy(bucket.swift.endpoint)
  const settings = { ...bucket.settings, S3_ENDPOINT: proxy.url }
  const gateway = await createTestGateway(settings, {}, { moreRoutes: [keepRoute] })
  return {
    proxy,
    gateway,
    async close() {
      await gateway.close()
      await proxy.close()
    },
  }
}

/** The timeouts of a slow part and of the following completion, and an allowance for a busy machine. */
const WITHIN_MS = 12_000

async function timed(work: Promise<TestResponse>): Promise<TestResponse> {
  const started = performance.now()
  const answer = await work
  expect(performance.now() - started).toBeLessThan(WITHIN_MS)
  return answer
}

function expectUnavailable(answer: TestResponse): void {
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

async function uploadTo(gateway: TestGateway, user: TestUser, told: object = {}, bytes = samples.pdf) {
  const begun = await begin(gateway, user, bytes, told)
  const put = await fetch(begun.url, { method: 'PUT', headers: begun.headers, body: new Uint8Array(bytes) })
  expect(put.status).toBe(200)
  return begun
}

async function download(gateway: TestGateway, user: TestUser, file_id: string): Promise<Buffer> {
  const { body } = await gateway.ask({ url: `/v2/storage/files/${file_id}/url`, as: user })
  return Buffer.from(await (await fetch(String(body['url']))).arrayBuffer())
}

it('works on the real store: upload, confirm, download, store', async () => {
  const { gateway, close } = await openBehindProxy()
  const user = await gateway.user()
  const begun = await uploadTo(gateway, user)
  expect(await confirm(gateway, user, begun.file_id)).toMatchObject({ status: 200, body: { state: 'READY' } })
  expect((await download(gateway, user, begun.file_id)).equals(samples.pdf)).toBe(true)
  const bytes = film('isom', 12_000_000)
  const kept = await keep(gateway, user, [{ name: 'document', file_name: 'a.mp4', bytes }])
  expect(kept.status).toBe(201)
  expect(sha256(await download(gateway, user, String(kept.body['id'])))).toBe(sha256(bytes))
  await close()
})

/** Sequentially, within one failure mode. */
const inTurn = { concurrent: false }
const modes: Mode[] = ['down', 'silent', 'slow', 'failing']
describe.concurrent.each(modes)('a store that is %s', (mode) => {
  let behind: Awaited<ReturnType<typeof openBehindProxy>>
  beforeAll(async () => {
    behind = await openBehindProxy()
  })
  afterAll(() => behind?.close())
  afterEach(() => void Object.assign(behind.proxy, { mode: 'pass', after: 0 }))

  it('returns 503 in time, loses nothing, and is used again without a restart', {
    ...inTurn,
    timeout: 60_000,
  }, async () => {
    const { gateway, proxy } = behind
    const user = await gateway.user()
    const safe = await uploadTo(gateway, user, { file_name: 'safe.pdf' })
    expect((await confirm(gateway, user, safe.file_id)).status).toBe(200)
    const put = await uploadTo(gateway, user, { file_name: 'put.pdf' })
    const big = film('isom', 12_000_000)
    const before = (await holdingsOf(gateway, user)).ready

    proxy.mode = mode
    const [confirmed, small, large] = await Promise.all([
      timed(confirm(gateway, user, put.file_id)),
      timed(keep(gateway, user, [{ name: 'document', file_name: 'a.png', bytes: samples.png }])),
      timed(keep(gateway, user, [{ name: 'document', file_name: 'a.mp4', bytes: big }])),
    ])
    for (const answer of [confirmed, small, large]) expectUnavailable(answer)
    // Operations that need no store continue.
    expect((await begin(gateway, user, samples.pdf, { file_name: 'during.pdf' })).answer.status).toBe(201)
    expect((await gateway.ask({ url: '/v1/storage/files', as: user })).status).toBe(200)

    proxy.mode = 'pass'
    expect((await holdingsOf(gateway, user)).ready).toEqual(before)
    expect((await download(gateway, user, safe.file_id)).equals(samples.pdf)).toBe(true)
    // The same requests again: none of the failed ones had a replay claim.
    expect(await confirm(gateway, user, put.file_id)).toMatchObject({ status: 200, body: { state: 'READY' } })
    expect((await download(gateway, user, put.file_id)).equals(samples.pdf)).toBe(true)
    expect((await keep(gateway, user, [{ name: 'document', file_name: 'a.png', bytes: samples.png }])).status).toBe(201)
    expect((await keep(gateway, user, [{ name: 'document', file_name: 'a.mp4', bytes: big }])).status).toBe(201)
    const { objects, ready } = await holdingsOf(gateway, user)
    for (const key of ready) expect(objects).toContain(key)
  })

  it.each([1, 3])('fails after %i calls of an upload in parts: nothing is acknowledged', inTurn, async (after) => {
    const { gateway, proxy } = behind
    const user = await gateway.user()
    proxy.after = after
    proxy.mode = mode
    const bytes = film('isom', 12_000_000 + after)
    expectUnavailable(await timed(keep(gateway, user, [{ name: 'document', file_name: 'a.mp4', bytes }])))
    proxy.mode = 'pass'
    expect((await holdingsOf(gateway, user)).ready).toEqual([])
  })
})
