import { magicCpf, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { agree, completeParts, sendParts, sendVideo, videos } from '@eclusa/testing/liveness.ts'
import { createTestOnboarding, type TestingCase, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Liveness together with the real step engine, which requests videos and receives the verdicts. */
let test: TestOnboarding
beforeAll(async () => {
  test = await createTestOnboarding()
})
afterAll(() => test.close())

let seed = 7_000_000
const next = () => (seed += 1)

const shown = async ({ user, id }: TestingCase) =>
  (await test.gateway.ask({ url: `/v2/users/onboardings/${id}/liveness`, as: user })).body
const statusOf = async (one: TestingCase) => (await test.state(one)).onboarding['status']

/** Sends a video through the page whose link the API returns. */
async function film(one: TestingCase, bytes: Buffer, type: string): Promise<string> {
  const path = new URL(String((await shown(one))['url'])).pathname
  const link = { path, onboarding_id: one.id, liveness_id: '' }
  expect((await agree(test.gateway, link)).statusCode).toBe(201)
  const upload_id = await sendParts(test.gateway, link, bytes)
  expect((await completeParts(test.gateway, link, upload_id, bytes, { type })).statusCode).toBe(201)
  return path
}

describe('a person', () => {
  it('receives a link, records a video on the page, and becomes a user', async () => {
    const one = await test.person(plainCpf(next()))
    await test.submit(one)
    await test.drain()
    expect(await shown(one)).toMatchObject({ status: 'WAITING_SUBMISSION', method: 'LINK' })
    await film(one, videos.webm, 'video/webm')
    expect(await shown(one)).toMatchObject({ status: 'IN_ANALYSIS' })
    await test.drain()
    expect(await statusOf(one)).toBe('finished')
    expect(await shown(one)).toMatchObject({ status: 'APPROVED' })
    expect((await test.activity(one)).map(({ what }) => what)).toContain('liveness_submitted')
  })

  it('whose video was sent through the API before needs no link', async () => {
    const one = await test.person(plainCpf(next()))
    expect((await sendVideo(test.gateway, one.user, `/v2/users/onboardings/${one.id}/liveness/video`)).status).toBe(201)
    await test.submit(one)
    await test.drain()
    expect(await statusOf(one)).toBe('finished')
    expect(await shown(one)).toMatchObject({ status: 'APPROVED', method: 'VIDEO_UPLOAD' })
    expect(await test.told(one)).not.toContain('liveness_released')
  })

  it('whose video was unusable sends another through the same link', async () => {
    const one = await test.person(magicCpf('LIVENESS', 'unusable', next()))
    await test.submit(one)
    await test.drain()
    const first = await film(one, videos.webm, 'video/webm')
    await test.drain()
    expect(await shown(one)).toMatchObject({ status: 'WAITING_SUBMISSION' })
    const second = await film(one, videos.mp4, 'video/mp4')
    expect(second).toBe(first)
  })

  it('whose video is rejected does not see the verdict on the page', async () => {
    const one = await test.person(magicCpf('LIVENESS', 'reject', next()))
    await test.submit(one)
    await test.drain()
    const path = await film(one, videos.webm, 'video/webm')
    const sent = await test.gateway.app.inject(path)
    await test.drain()
    expect(await statusOf(one)).toBe('rejected')
    expect(await shown(one)).toMatchObject({ status: 'REJECTED' })
    const page = await test.gateway.app.inject(path)
    expect(page.body).toBe(sent.body)
  })
})
