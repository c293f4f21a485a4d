import { createFaultyProxy, type FaultyProxy } from '@eclusa/testing/faulty-proxy.ts'
import { sha256 } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import {
  completeParts,
  largeFilm,
  linkOf,
  livenessStateOf,
  onboardingOf,
  putPart,
  sendParts,
  sendVideo,
  videos,
} from '@eclusa/testing/liveness.ts'
import { createTestBucket, SWIFT_START_MS, type TestBucket } from '@eclusa/testing/swift.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/** The page and the API over a real S3 store, and over a store that fails. */
const MiB = 1024 * 1024
let bucket: TestBucket
let proxy: FaultyProxy
let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  bucket = await createTestBucket()
  proxy = await createFaultyProxy(bucket.swift.endpoint)
  gateway = await createTestGateway({ ...bucket.settings, S3_ENDPOINT: proxy.url })
}, SWIFT_START_MS)
beforeEach(async () => {
  user = await gateway.user()
})
afterEach(() => {
  proxy.mode = 'pass'
})
afterAll(async () => {
  await gateway?.close()
  await proxy?.close()
  await bucket?.swift.stop()
})

describe('with files on S3', () => {
  it('the parts of a video become one file', async () => {
    const link = await linkOf(gateway, user)
    const film = largeFilm(6.5 * MiB)
    const upload_id = await sendParts(gateway, link, film, MiB)
    const answer = await completeParts(gateway, link, upload_id, film, { type: 'video/mp4' })
    expect(answer.statusCode).toBe(201)
    const { rows } = await gateway.db.admin.query('select state, sha256, size from files where user_id = $1', [
      user.user_id,
    ])
    expect(rows).toEqual([{ state: 'READY', sha256: sha256(film), size: String(film.length) }])
  })

  it('a video sent through the API is inspected', async () => {
    const id = await onboardingOf(gateway, user)
    const sent = await sendVideo(gateway, user, `/v2/users/onboardings/${id}/liveness/video`)
    expect(sent.status).toBe(201)
  })

  it.each(['down', 'failing'] as const)(
    'a store that is %s loses nothing, costs no attempt and can be asked again',
    async (mode) => {
      const link = await linkOf(gateway, user)
      const upload_id = await sendParts(gateway, link, videos.webm)
      const before = await livenessStateOf(gateway, user)
      proxy.mode = mode
      const lost = await completeParts(gateway, link, upload_id, videos.webm)
      expect(lost.statusCode).toBe(503)
      expect((await putPart(gateway, link)).statusCode).toBe(503)
      proxy.mode = 'pass'
      expect(await livenessStateOf(gateway, user)).toEqual(before)
      expect((await completeParts(gateway, link, upload_id, videos.webm)).statusCode).toBe(201)
    },
  )
})
