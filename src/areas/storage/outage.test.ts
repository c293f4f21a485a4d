import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyProxy, type Mode, openFaultyProxy } from '../../../test/support/faulty-proxy.ts'
import { begin, confirm, film, holdingsOf, keep, samples, sha256 } from '../../../test/support/files.ts'
import { type Answer, openTestGateway, type TestGateway, type TestUser } from '../../../test/support/gateway.ts'
import { keepRoute } from '../../../test/support/keep-route.ts'
import { openTestBucket, SWIFT_START_MS, type TestBucket } from '../../../test/support/swift.ts'

/** A real store behind a proxy that fails on command. The gateway keeps its ordinary time-outs. */
let bucket: TestBucket
let proxy: FaultyProxy
let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  bucket = await openTestBucket()
  proxy = await openFaultyProxy(bucket.swift.endpoint)
  gateway = await openTestGateway(
    { ...bucket.settings, S3_ENDPOINT: proxy.url },
    {},
    {
      moreRoutes: [keepRoute],
    },
  )
}, SWIFT_START_MS)
afterAll(async () => {
  await gateway?.close()
  await proxy?.close()
  await bucket?.swift.stop()
})
afterEach(() => {
  proxy.mode = 'pass'
  proxy.after = 0
})

/** A part that is slow and the completion that is then too slow, and some for a busy machine. */
const WITHIN_MS = 12_000

async function timed(work: Promise<Answer>): Promise<Answer> {
  const started = performance.now()
  const answer = await work
  expect(performance.now() - started).toBeLessThan(WITHIN_MS)
  return answer
}

function expectUnavailable(answer: Answer): void {
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

async function uploadTo(told: object = {}, bytes = samples.pdf) {
  const begun = await begin(gateway, user, bytes, told)
  const put = await fetch(begun.url, { method: 'PUT', headers: begun.headers, body: new Uint8Array(bytes) })
  expect(put.status).toBe(200)
  return begun
}

async function download(file_id: string): Promise<Buffer> {
  const { body } = await gateway.ask({ url: `/v2/storage/files/${file_id}/url`, as: user })
  return Buffer.from(await (await fetch(String(body['url']))).arrayBuffer())
}

it('works on the real store: upload, confirm, download, keep', async () => {
  user = await gateway.user()
  const begun = await uploadTo()
  expect(await confirm(gateway, user, begun.file_id)).toMatchObject({ status: 200, body: { state: 'READY' } })
  expect((await download(begun.file_id)).equals(samples.pdf)).toBe(true)
  const bytes = film('isom', 12_000_000)
  const kept = await keep(gateway, user, [{ name: 'document', file_name: 'a.mp4', bytes }])
  expect(kept.status).toBe(201)
  expect(sha256(await download(String(kept.body['id'])))).toBe(sha256(bytes))
})

const modes: Mode[] = ['down', 'silent', 'slow', 'failing']
describe.each(modes)('a store that is %s', (mode) => {
  it('is answered with 503 in time, loses nothing, and is used again without a restart', {
    timeout: 60_000,
  }, async () => {
    user = await gateway.user()
    const safe = await uploadTo({ file_name: 'safe.pdf' })
    expect((await confirm(gateway, user, safe.file_id)).status).toBe(200)
    const put = await uploadTo({ file_name: 'put.pdf' })
    const big = film('isom', 12_000_000)
    const before = (await holdingsOf(gateway, user)).ready

    proxy.mode = mode
    const [confirmed, small, large] = await Promise.all([
      timed(confirm(gateway, user, put.file_id)),
      timed(keep(gateway, user, [{ name: 'document', file_name: 'a.png', bytes: samples.png }])),
      timed(keep(gateway, user, [{ name: 'document', file_name: 'a.mp4', bytes: big }])),
    ])
    for (const answer of [confirmed, small, large]) expectUnavailable(answer)
    // What needs no store goes on.
    expect((await begin(gateway, user, samples.pdf, { file_name: 'during.pdf' })).answer.status).toBe(201)
    expect((await gateway.ask({ url: '/v1/storage/files', as: user })).status).toBe(200)

    proxy.mode = 'pass'
    expect((await holdingsOf(gateway, user)).ready).toEqual(before)
    expect((await download(safe.file_id)).equals(samples.pdf)).toBe(true)
    // The very same requests again: none of them had claimed anything.
    expect(await confirm(gateway, user, put.file_id)).toMatchObject({ status: 200, body: { state: 'READY' } })
    expect((await download(put.file_id)).equals(samples.pdf)).toBe(true)
    expect((await keep(gateway, user, [{ name: 'document', file_name: 'a.png', bytes: samples.png }])).status).toBe(201)
    expect((await keep(gateway, user, [{ name: 'document', file_name: 'a.mp4', bytes: big }])).status).toBe(201)
    const { objects, ready } = await holdingsOf(gateway, user)
    for (const key of ready) expect(objects).toContain(key)
  })

  it.each([1, 3])('fails after %i calls of an upload in parts: nothing is acknowledged', async (after) => {
    user = await gateway.user()
    proxy.after = after
    proxy.mode = mode
    const bytes = film('isom', 12_000_000 + after)
    expectUnavailable(await timed(keep(gateway, user, [{ name: 'document', file_name: 'a.mp4', bytes }])))
    proxy.mode = 'pass'
    expect((await holdingsOf(gateway, user)).ready).toEqual([])
  })
})
