import { randomUUID } from 'node:crypto'
import { film, holdingsOf, samples, sha256 } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import {
  advanced,
  boastfulFilm,
  bringTo,
  expectNoCanary,
  formerly,
  linkOf,
  livenessStateOf,
  onboardingOf,
  representativeOf,
  sendVideo,
  type VideoGiven,
  videos,
} from '@eclusa/testing/liveness.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
})
afterAll(() => gateway.close())

const personUrl = (id: string) => `/v2/users/onboardings/${id}/liveness/video`
const representativeUrl = (id: string, representative: string) =>
  `/v2/users/onboardings/${id}/legal-representatives/${representative}/liveness/video`
const send = (url: string, given?: VideoGiven) => sendVideo(gateway, user, url, given)

/** Sends a request that must be rejected, and checks that nothing is stored. */
async function refused(url: string, given: VideoGiven = {}): Promise<TestResponse> {
  const before = await livenessStateOf(gateway, user)
  const answer = await send(url, given)
  expect(await livenessStateOf(gateway, user)).toEqual(before)
  expectNoCanary(gateway, [answer])
  return answer
}

const row = async (table: string, id: unknown) =>
  (await gateway.db.admin.query(`select * from ${table} where id = $1`, [id])).rows[0] as Record<string, unknown>
const setVideoState = (id: unknown, state: string) =>
  gateway.db.admin.query('update liveness_videos set state = $2 where id = $1', [id, state])
const setStatus = (id: string, status: string) =>
  gateway.db.admin.query('update onboardings set status = $2 where id = $1', [id, status])
/** Marks a video as failed, as the steps do when it could not be checked. */
async function failTechnically(video: TestResponse): Promise<void> {
  await setVideoState(video.body['id'], 'FAILED')
  await gateway.db.admin.query(
    `update liveness_checks set status = 'WAITING_SUBMISSION' where id = (select liveness_id from liveness_videos where id = $1)`,
    [video.body['id']],
  )
}

async function company(status: 'pending' | 'in_process' = 'pending') {
  const id = await onboardingOf(gateway, user, { person_type: 'LEGAL_PERSON' })
  const representatives = [
    await representativeOf(gateway, user, id),
    await representativeOf(gateway, user, id),
  ] as const
  if (status !== 'pending') await bringTo(gateway, user, id, { status })
  return { id, representatives }
}

describe('201', () => {
  it("stores a natural person's first video, with its facts, and sets VIDEO_UPLOAD", async () => {
    const id = await onboardingOf(gateway, user)
    const captured_at = new Date(Date.now() - 3_600_000)
    const zoned = captured_at.toISOString().replace('Z', '+00:00')
    const answer = await send(personUrl(id), { captured_at: zoned })
    expect(answer).toMatchObject({
      status: 201,
      body: { onboarding_id: id, state: 'UPLOADED', captured_at: captured_at.toISOString() },
    })
    expect(Object.keys(answer.body).toSorted()).toEqual(
      ['captured_at', 'created_at', 'file_id', 'id', 'onboarding_id', 'state'].toSorted(),
    )
    expect(await row('liveness_videos', answer.body['id'])).toMatchObject({
      sha256: sha256(videos.mp4),
      liveness_provider: 'Example Verify',
      duration_ms: 1200,
      codec: 'avc',
      width: 240,
      height: 320,
    })
    expect(await row('files', answer.body['file_id'])).toMatchObject({
      state: 'READY',
      type: 'ONBOARDING_LIVENESS_VIDEOS',
      sha256: sha256(videos.mp4),
    })
    expect(await row('onboardings', id)).toMatchObject({ liveness_method: 'VIDEO_UPLOAD', version: '1' })
    const shown = await gateway.ask({ url: `/v2/users/onboardings/${id}/liveness`, as: user })
    expect(shown.body).toMatchObject({ status: 'PENDING', method: 'VIDEO_UPLOAD' })
    expect(shown.body).not.toHaveProperty('url')
    const { rows: events } = await gateway.db.admin.query('select type, data from events where user_id = $1', [
      user.user_id,
    ])
    expect(events.map(({ type }: { type: string }) => type).toSorted()).toEqual([
      'storage.file.ready',
      'users.account.created',
      'users.liveness.submitted',
      'users.onboarding.created',
    ])
    expectNoCanary(gateway, events)
  })

  it('accepts QuickTime', async () => {
    const id = await onboardingOf(gateway, user, { status: 'invalid' })
    const answer = await send(personUrl(id), { bytes: videos.mov, file_name: 'face.mov' })
    expect(answer.status).toBe(201)
    expect(await row('files', answer.body['file_id'])).toMatchObject({ content_type: 'video/quicktime' })
  })

  it('accepts, by uploadRepresentativeLivenessVideo, a video of each representative; the first sets the method for all', async () => {
    const { id, representatives } = await company()
    const first = await send(representativeUrl(id, representatives[0]))
    expect(first).toMatchObject({ status: 201, body: { legal_representative_id: representatives[0] } })
    expect(await row('onboardings', id)).toMatchObject({ liveness_method: 'VIDEO_UPLOAD' })
    const second = await send(representativeUrl(id, representatives[1]), { bytes: videos.otherMp4 })
    expect(second).toMatchObject({ status: 201, body: { legal_representative_id: representatives[1] } })
    await gateway.db.admin.query(`update onboardings set status = 'in_process', submitted_at = now() where id = $1`, [
      id,
    ])
    const list = await gateway.ask({ url: `/v2/users/onboardings/${id}/legal-representatives/liveness`, as: user })
    expect(list.body).toMatchObject([
      { id: representatives[0], method: 'VIDEO_UPLOAD', status: 'PENDING' },
      { id: representatives[1], method: 'VIDEO_UPLOAD', status: 'PENDING' },
    ])
  })

  it('returns the existing video for bytes that were sent before, whatever its state', async () => {
    const id = await onboardingOf(gateway, user)
    const first = await send(personUrl(id))
    for (const state of ['UPLOADED', 'FAILED']) {
      await setVideoState(first.body['id'], state)
      const again = await send(personUrl(id))
      expect(again.status).toBe(201)
      expect(again.body).toEqual({ ...first.body, state })
    }
    const { rows } = await gateway.db.admin.query('select id from liveness_videos where user_id = $1', [user.user_id])
    expect(rows).toHaveLength(1)
  })

  it('returns it also after the onboarding has ended, when the first response was lost', async () => {
    const id = await onboardingOf(gateway, user)
    const first = await send(personUrl(id))
    for (const status of ['finished', 'expired']) {
      await setStatus(id, status)
      const again = await send(personUrl(id))
      expect(again).toMatchObject({ status: 201, body: first.body })
    }
  })

  it('accepts a replacement of a FAILED one, also while the checks run, and has it checked', async () => {
    const id = await onboardingOf(gateway, user)
    await failTechnically(await send(personUrl(id)))
    await setStatus(id, 'in_process')
    const replacement = await send(personUrl(id), { bytes: videos.otherMp4 })
    expect(replacement.status).toBe(201)
    const shown = await gateway.ask({ url: `/v2/users/onboardings/${id}/liveness`, as: user })
    expect(shown.body).toMatchObject({ status: 'IN_ANALYSIS' })
    expect(await advanced(gateway)).toContain(id)
  })

  it('of two concurrent first videos accepts one and rejects the other', async () => {
    const id = await onboardingOf(gateway, user)
    const answers = await Promise.all([send(personUrl(id)), send(personUrl(id), { bytes: videos.otherMp4 })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const { objects, ready } = await holdingsOf(gateway, user)
    expect(objects).toEqual(ready)
    expect(ready).toHaveLength(1)
  })

  it('accepts a recording just inside the time window', async () => {
    const id = await onboardingOf(gateway, user)
    const captured_at = new Date(Date.now() - 24 * 3_600_000 + 30_000).toISOString()
    expect((await send(personUrl(id), { captured_at })).status).toBe(201)
  })
})

describe('400', () => {
  it.each([
    ['without milliseconds', '2026-11-15T10:00:00Z'],
    ['without a zone', '2026-11-15T10:00:00.000'],
    ['with microseconds', '2026-11-15T10:00:00.000000Z'],
    ['a date', '2026-11-15'],
    ['no such day', '2026-02-30T10:00:00.000Z'],
    ['a leap second', '2016-12-31T23:59:60.000Z'],
    ['a year that is none', '0000-11-15T10:00:00.000Z'],
    ['a zone that is none', '2026-11-15T10:00:00.000+23:59'],
  ])('rejects a captured_at %s', async (_, captured_at) => {
    const id = await onboardingOf(gateway, user)
    const answer = await refused(personUrl(id), { captured_at })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/body/captured_at' }] } })
  })

  it.each([
    ['no provider', { liveness_provider: undefined }, '/body/liveness_provider'],
    ['a provider that is too long', { liveness_provider: 'x'.repeat(256) }, '/body/liveness_provider'],
    ['a provider with a character no text has', { liveness_provider: 'a\0b' }, '/body/liveness_provider'],
    ['a provider that cannot be seen', { liveness_provider: '   ' }, '/body/liveness_provider'],
    [
      'a reference with a line in it',
      { liveness_provider_transaction_id: 'a\nb' },
      '/body/liveness_provider_transaction_id',
    ],
    ['no reference', { liveness_provider_transaction_id: undefined }, '/body/liveness_provider_transaction_id'],
    ['a field nobody asked for', { score: '0.99' }, '/body/score'],
  ])('rejects %s', async (_, fields, pointer) => {
    const id = await onboardingOf(gateway, user)
    expect(await refused(personUrl(id), { fields })).toMatchObject({ status: 400, body: { errors: [{ pointer }] } })
  })
})

describe('404', () => {
  it('for an onboarding that does not exist, has the other person type, or belongs to another user', async () => {
    const { id, representatives } = await company()
    const person = await onboardingOf(gateway, user)
    const other = await gateway.user()
    const theirs = await onboardingOf(gateway, other)
    for (const url of [
      personUrl(randomUUID()),
      personUrl(id),
      personUrl(theirs),
      representativeUrl(person, representatives[0]),
    ])
      expect(await refused(url)).toMatchObject({ status: 404, body: { code: 'ONBOARDING_NOT_FOUND' } })
  })

  it('for a representative that does not exist, of another company, or no longer active', async () => {
    const { id } = await company()
    const { representatives } = await company()
    const inactive = await representativeOf(gateway, user, id, formerly)
    for (const one of [randomUUID(), representatives[0], inactive])
      expect(await refused(representativeUrl(id, one))).toMatchObject({
        status: 404,
        body: { code: 'ONBOARDING_LEGAL_REPRESENTATIVE_NOT_FOUND' },
      })
  })
})

describe('422', () => {
  it.each(['finished', 'rejected', 'failed', 'expired'] as const)('when the onboarding is %s', async (status) => {
    const id = await onboardingOf(gateway, user, { status })
    expect(await refused(personUrl(id))).toMatchObject({ status: 422, body: { code: 'LIVENESS_ONBOARDING_CLOSED' } })
  })

  it('after its deadline, before the job has ended it', async () => {
    const id = await onboardingOf(gateway, user)
    await gateway.db.admin.query('update onboardings set expires_at = now() where id = $1', [id])
    expect(await refused(personUrl(id))).toMatchObject({ status: 422, body: { code: 'LIVENESS_ONBOARDING_CLOSED' } })
  })

  it.each(['in_process', 'in_process_delayed', 'approved'] as const)(
    'when the first video comes while the onboarding is %s',
    async (status) => {
      const id = await onboardingOf(gateway, user, { status })
      expect(await refused(personUrl(id))).toMatchObject({ status: 422, body: { code: 'LIVENESS_VIDEO_TOO_LATE' } })
    },
  )

  it("when a company's first video comes after it was finalized", async () => {
    const { id, representatives } = await company('in_process')
    const answer = await refused(representativeUrl(id, representatives[0]))
    expect(answer).toMatchObject({ status: 422, body: { code: 'LIVENESS_VIDEO_TOO_LATE' } })
  })

  it('when the link was chosen, by the onboarding or by a link that was given out', async () => {
    const chosen = await onboardingOf(gateway, user, { liveness_method: 'LINK' })
    expect(await refused(personUrl(chosen))).toMatchObject({ status: 422, body: { code: 'LIVENESS_LINK_CHOSEN' } })
    const { onboarding_id } = await linkOf(gateway, user, {}, { status: 'invalid', liveness_method: null })
    expect(await refused(personUrl(onboarding_id))).toMatchObject({
      status: 422,
      body: { code: 'LIVENESS_LINK_CHOSEN' },
    })
  })

  it.each(['UPLOADED', 'PROCESSING', 'COMPLETED'])('when the existing video is %s', async (state) => {
    const id = await onboardingOf(gateway, user)
    const first = await send(personUrl(id))
    await setVideoState(first.body['id'], state)
    expect(await refused(personUrl(id), { bytes: videos.otherMp4 })).toMatchObject({
      status: 422,
      body: { code: 'LIVENESS_VIDEO_IN_PLACE' },
    })
  })

  it('when a FAILED one would be replaced after the onboarding has ended', async () => {
    const id = await onboardingOf(gateway, user)
    await failTechnically(await send(personUrl(id)))
    await setStatus(id, 'expired')
    expect(await refused(personUrl(id), { bytes: videos.otherMp4 })).toMatchObject({
      status: 422,
      body: { code: 'LIVENESS_ONBOARDING_CLOSED' },
    })
  })

  it.each([
    ['in the future', 60_000, 'IN_FUTURE'],
    ['older than the window', -24 * 3_600_000 - 1_000, 'TOO_OLD'],
  ])('when it was recorded %s', async (_, awayMs, code) => {
    const id = await onboardingOf(gateway, user)
    const captured_at = new Date(Date.now() + awayMs).toISOString()
    expect(await refused(personUrl(id), { captured_at })).toMatchObject({
      status: 422,
      body: { code: 'LIVENESS_VIDEO_RULES_BROKEN', errors: [{ pointer: '/body/captured_at', code }] },
    })
  })

  it.each([
    ['has boxes and no film', film('isom', 5_000)],
    ['has sound and no pictures', videos.soundOnly],
  ])('when the file %s', async (_, bytes) => {
    const id = await onboardingOf(gateway, user)
    expect(await refused(personUrl(id), { bytes })).toMatchObject({
      status: 422,
      body: { code: 'LIVENESS_VIDEO_RULES_BROKEN', errors: [{ pointer: '/body/video', code: 'NOT_A_VIDEO' }] },
    })
  })

  it.each([
    ['WebM, which only our page makes', videos.webm, 'face.webm'],
    ['WebM under another name', videos.webm, 'face.mp4'],
    ['a picture', samples.jpeg, 'face.jpg'],
    ['a film that was cut short', videos.mp4.subarray(0, 4_000), 'face.mp4'],
  ])('when it is %s', async (_, bytes, file_name) => {
    const id = await onboardingOf(gateway, user)
    expect(await refused(personUrl(id), { bytes, file_name })).toMatchObject({
      status: 422,
      body: { code: 'STORAGE_FILE_REFUSED' },
    })
  })
})

describe('413', () => {
  it('when it is larger than 50 MB', async () => {
    const id = await onboardingOf(gateway, user)
    expect((await refused(personUrl(id), { bytes: film('isom', 50_000_000) })).status).toBe(413)
  })
})

describe('bytes are received only for an existing onboarding', () => {
  it('so that a missing subject is reported before invalid bytes', async () => {
    const unfit = { bytes: Buffer.from('not a film at all') }
    expect((await refused(personUrl(await onboardingOf(gateway, user)), unfit)).status).toBe(422)
    expect((await refused(personUrl(randomUUID()), unfit)).status).toBe(404)
    const { id } = await company()
    expect((await refused(representativeUrl(id, randomUUID()), unfit)).status).toBe(404)
  })
})

describe('a video is parsed last', () => {
  /** A file that only parsing can reject: if it is parsed, the response is that it is no video. */
  const unreadable = { bytes: boastfulFilm(60_000_000) }

  it.each([
    ['of nobody', async () => personUrl(randomUUID())],
    ['of a company, sent as a person', async () => personUrl((await company()).id)],
    ['of somebody else', async () => personUrl(await onboardingOf(gateway, await gateway.user()))],
  ])('and not when it is %s', async (_, url) => {
    expect(await refused(await url(), unreadable)).toMatchObject({
      status: 404,
      body: { code: 'ONBOARDING_NOT_FOUND' },
    })
  })

  it('and not when no video is accepted any more', async () => {
    const id = await onboardingOf(gateway, user, { status: 'approved' })
    expect((await refused(personUrl(id), unreadable)).body['code']).not.toBe('LIVENESS_VIDEO_RULES_BROKEN')
    expect((await refused(personUrl(id), unreadable)).status).toBe(422)
  })

  it('and not again when it exists already', async () => {
    const id = await onboardingOf(gateway, user)
    const first = await send(personUrl(id))
    const looked = vi.spyOn(gateway.services.objects, 'read')
    const again = await send(personUrl(id), { captured_at: new Date(Date.now() - 60_000).toISOString() })
    expect(again).toMatchObject({ status: 201, body: { id: first.body['id'] } })
    expect(looked).not.toHaveBeenCalled()
    looked.mockRestore()
  })
})
