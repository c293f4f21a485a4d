import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { film, sha256 } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import {
  advanced,
  agree,
  bringTo,
  canaries,
  completeParts,
  consentShown,
  elsewhere,
  freshLinkOf,
  type LivenessLink,
  linkOf,
  livenessStateOf,
  onboardingOf,
  putPart,
  representativeOf,
  type SentPart,
  sendConsent,
  sendParts,
  videos,
} from '@eclusa/testing/liveness.ts'
import { createTestJobs } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteOrphanLivenessParts } from './delete-orphan-liveness-parts.job.ts'
import { removeLivenessParts } from './remove-liveness-parts.job.ts'
import { sweepLivenessParts } from './sweep-liveness-parts.job.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
})
afterAll(() => gateway.close())

const get = (url: string, headers = {}, remoteAddress = elsewhere()) =>
  gateway.app.inject({ url, headers, remoteAddress })
const put = (link: Pick<LivenessLink, 'path'>, part?: SentPart) => putPart(gateway, link, part)
const complete = (link: Pick<LivenessLink, 'path'>, upload_id: string, bytes: Buffer, said?: object) =>
  completeParts(gateway, link, upload_id, bytes, said)
const sendAll = (link: LivenessLink, bytes?: Buffer) => sendParts(gateway, link, bytes)

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'what is announced as of the type %s is malformed',
  async (type) => {
    const link = await linkOf(gateway, user)
    const upload_id = await sendAll(link, videos.webm)
    const answer = await complete(link, upload_id, videos.webm, { type })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ code: 'MALFORMED' })
  },
)

describe('an invalid address', () => {
  /** Every way in which an address can be invalid. */
  const bad: Record<string, () => Promise<string>> = {
    guessed: async () => `/liveness/${'A'.repeat(91)}`,
    malformed: async () => '/liveness/x',
    'too long': async () => `/liveness/${'A'.repeat(1_000)}`,
    'longer than any address': async () => `/liveness/${'A'.repeat(3_000)}`,
    'spelled wrongly': async () => '/liveness/%zz%ff',
    empty: async () => '/liveness/',
    'of another gateway': async () => (await linkOf(gateway, user)).path.replace(/.{20}$/, 'A'.repeat(20)),
    'of a person who is not there': async () => {
      const ids = { user_id: user.user_id, onboarding_id: randomUUID(), liveness_id: randomUUID(), generation: 1 }
      return new URL(gateway.services.livenessAddresses.urlOf(ids)).pathname
    },
    "of another user's scope": async () => {
      const { onboarding_id, liveness_id } = await linkOf(gateway, user)
      const ids = { user_id: (await gateway.user()).user_id, onboarding_id, liveness_id, generation: 1 }
      return new URL(gateway.services.livenessAddresses.urlOf(ids)).pathname
    },
    revoked: async () => (await linkOf(gateway, user, { revoked_at: new Date().toISOString() })).path,
    replaced: async () => {
      const link = await linkOf(gateway, user)
      await gateway.db.admin.query('update liveness_checks set generation = 2 where id = $1', [link.liveness_id])
      return link.path
    },
    used: async () => (await linkOf(gateway, user, { status: 'IN_ANALYSIS' })).path,
    approved: async () => (await linkOf(gateway, user, { status: 'APPROVED' })).path,
    expired: async () => (await linkOf(gateway, user, {}, { status: 'expired' })).path,
    overdue: async () => {
      const link = await linkOf(gateway, user)
      await gateway.db.admin.query('update onboardings set expires_at = now() where id = $1', [link.onboarding_id])
      return link.path
    },
    'of an onboarding that is finished': async () => (await linkOf(gateway, user, {}, { status: 'finished' })).path,
    'of a user who was deactivated': async () => {
      const { path } = await linkOf(gateway, user)
      await gateway.db.admin.query(`update users set status = 'INACTIVE' where id = $1`, [user.user_id])
      return path
    },
    'of a product that was deactivated': async () => {
      const { path } = await linkOf(gateway, user)
      await gateway.db.admin.query(`update products set status = 'INACTIVE' where id = $1`, [user.product_id])
      return path
    },
    'of the other method': async () => (await linkOf(gateway, user, { method: 'VIDEO_UPLOAD' })).path,
  }

  it('opens when it is valid', async () => {
    const { path } = await linkOf(gateway, user)
    const answer = await get(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-language': 'pt-BR',
    })
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })

  it.each(Object.keys(bad))('is answered with the common not-found page: %s', async (kind) => {
    const url = await bad[kind]!()
    const reference = await get('/liveness/nothing')
    expect(reference.statusCode).toBe(404)
    const comparable = ({ statusCode, headers, body }: typeof reference) => {
      const { date: _, 'x-request-id': __, ...kept } = headers
      return { statusCode, headers: kept, body }
    }
    const before = await livenessStateOf(gateway, user)
    expect(comparable(await get(url))).toEqual(comparable(reference))
    for (const deed of [
      await get(`${url}/qr.svg`),
      await get(`${url}/uploads/${randomUUID()}`),
      await put({ path: url }),
      await complete({ path: url }, randomUUID(), videos.webm),
      // A client without a valid address does not learn that its request is malformed.
      await get(`${url}/uploads/x`),
      await put({ path: url }, { upload_id: 'x' }),
      await put({ path: url }, { number: 0 }),
      await put({ path: url }, { number: 49 }),
      await put({ path: url }, { hash: 'x' }),
      await complete({ path: url }, 'x', videos.webm),
      await complete({ path: url }, randomUUID(), videos.webm, { type: 'video/ogg' }),
      await complete({ path: url }, randomUUID(), videos.webm, { size: 50_000_001 }),
      await sendConsent(gateway.app, url, { sha256: 'a3'.repeat(32) }),
      await sendConsent(gateway.app, url, {}),
    ].filter(() => !['too long', 'longer than any address', 'spelled wrongly', 'empty'].includes(kind)))
      expect(comparable(deed)).toEqual(comparable(reference))
    expect(await livenessStateOf(gateway, user)).toEqual(before)
  })

  it('takes the same time, whether it was ever valid or not', async () => {
    const time = async (url: string) => {
      const started = performance.now()
      await get(url)
      return performance.now() - started
    }
    const revoked = await bad['revoked']!()
    for (const url of ['/liveness/x', revoked]) expect(await time(url)).toBeGreaterThan(55)
  })

  it('is rate limited per client network, without affecting other clients', async () => {
    const { path } = await linkOf(gateway, user)
    const from = elsewhere()
    const asked = vi.spyOn(gateway.services.pool, 'connect')
    const tally: Record<number, number> = {}
    for (let batch = 0; batch < 100; batch += 1) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () =>
          get(`/liveness/${Buffer.from(randomUUID().repeat(2)).toString('base64url').slice(0, 91)}`, {}, from),
        ),
      )
      for (const { statusCode } of answers) tally[statusCode] = (tally[statusCode] ?? 0) + 1
    }
    expect(tally).toEqual({ 404: 30, 429: 9_970 })
    // A guess is detected before any lookup.
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
    expect((await get('/liveness/x', {}, from)).headers['retry-after']).toMatch(/^\d+$/)
    // A neighbour, and a valid address from the same network, because many phones share one.
    expect((await get('/liveness/x')).statusCode).toBe(404)
    expect((await get(path, {}, from)).statusCode).toBe(200)
  })

  it('is counted per network where providers assign whole networks', async () => {
    const from = (host: string) => get('/liveness/x', {}, host)
    for (let guess = 1; guess <= 30; guess += 1)
      expect((await from(`2001:db8:1:2::${guess.toString(16)}`)).statusCode).toBe(404)
    expect((await from('2001:db8:1:2:ffff:ffff:ffff:ffff')).statusCode).toBe(429)
    expect((await from('2001:db8:1:3::1')).statusCode).toBe(404)
  })

  it('is in no log line and in no event, and neither is the person', async () => {
    const link = await linkOf(gateway, user)
    await get(link.path)
    expect((await complete(link, await sendAll(link), videos.webm)).statusCode).toBe(201)
    const { rows: events } = await gateway.db.admin.query('select * from events where user_id = $1', [user.user_id])
    const { rows: activity } = await gateway.db.admin.query('select * from onboarding_activity where user_id = $1', [
      user.user_id,
    ])
    expect(activity).toMatchObject([{ what: 'liveness_submitted', actor: 'person' }])
    const said = JSON.stringify([gateway.logged, events, activity])
    for (const secret of [link.path.split('/').at(-1)!, ...Object.values(canaries)]) expect(said).not.toContain(secret)
    expect(said).toContain('openLivenessPage')
    expect(said).toContain('users.liveness.submitted')
  })
})

describe('the static files of the page', () => {
  const files = async () => [...(await get('/liveness/x')).body.matchAll(/\/liveness\/assets\/[^"]+/g)].map(String)

  it('are cached for ever under their own name', async () => {
    const urls = await files()
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toContain('immutable')
    }
  })

  it('are served under the folder name of another version, so that two can run side by side, and not cached', async () => {
    const [url = ''] = await files()
    const other = url.replace(/[0-9a-f]{12}/, '0123456789ab')
    const answer = await get(other)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe((await get(url)).body)
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it('do not count as a guess, also where this version has no such file', async () => {
    const from = elsewhere()
    for (let time = 0; time < 40; time += 1)
      expect((await get('/liveness/assets/0123456789ab/new.js', {}, from)).statusCode).toBe(404)
    expect((await get('/liveness/x', {}, from)).statusCode).toBe(404)
  })
})

describe('the language', () => {
  it.each([
    [undefined, '', 'pt-BR'],
    ['en-GB,en;q=0.9', '', 'en-US'],
    ['fr-FR, en;q=0.4, pt;q=0.8', '', 'pt-BR'],
    ['de', '', 'pt-BR'],
    ['pt-BR', '?lang=en-US', 'en-US'],
    ['en-US', '?lang=pt-BR', 'pt-BR'],
    ['en-US', '?lang=%3Cscript%3E', 'en-US'],
  ])('is the language of the reader: %s%s', async (accept, query, language) => {
    const answer = await get(`/liveness/x${query}`, accept === undefined ? {} : { 'accept-language': accept })
    expect(answer.headers['content-language']).toBe(language)
    expect(answer.body).toContain(`<html lang="${language}">`)
  })
})

describe('the consent', () => {
  const consentsOf = async ({ liveness_id }: Pick<LivenessLink, 'liveness_id'>, { db } = gateway) =>
    (
      await db.admin.query<Record<string, string>>(
        'select * from onboarding_consents where liveness_id = $1 order by recorded_at, id',
        [liveness_id],
      )
    ).rows
  const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

  it.each([
    ['pt-BR', 'Concordo com o uso do vídeo do meu rosto', 'Banco Exemplo S.A. guarda o vídeo de forma protegida'],
    ['en-US', 'I agree to the use of the video of my face', 'Banco Exemplo S.A. keeps the video protected'],
  ] as const)('is kept as the text the page shows in %s, with hash, time and network', async (lang, agreed, used) => {
    const link = await freshLinkOf(gateway, user)
    const page = (await get(`${link.path}?lang=${lang}`)).body
    const answer = await agree(gateway, link, lang, '203.0.113.77')
    expect([answer.statusCode, answer.json()]).toEqual([201, {}])
    const [kept, ...more] = await consentsOf(link)
    expect(more).toEqual([])
    const text = kept!['text']!
    expect(kept).toMatchObject({
      user_id: user.user_id,
      product_id: user.product_id,
      onboarding_id: link.onboarding_id,
      kind: 'LIVENESS',
      generation: 1,
      legal_representative_id: null,
      language: lang,
      text_sha256: sha256(Buffer.from(text)),
      version: sha256(Buffer.from(text)).slice(0, 12),
      ip_address: '203.0.113.77',
      authenticated_user_id: null,
      request_id: answer.headers['x-request-id'],
      accepted_at: expect.any(Date),
    })
    expect(Math.abs(Number(kept!['accepted_at']) - Date.now())).toBeLessThan(60_000)
    expect(consentShown(page)).toBe(kept!['text_sha256'])
    for (const line of text.split('\n')) expect(page).toContain(escaped(line))
    for (const words of [agreed, used, 'Banco Exemplo S.A.', '0800 555 0100']) expect(text).toContain(words)
    expect(text).not.toMatch(/[<>]|&#/)
  })

  it('is given by the representative whose link it is', async () => {
    const onboarding_id = await onboardingOf(gateway, user, { person_type: 'LEGAL_PERSON' })
    const legal_representative_id = await representativeOf(gateway, user, onboarding_id)
    await bringTo(gateway, user, onboarding_id, { status: 'approved', submitted_at: new Date().toISOString() })
    const link = await freshLinkOf(gateway, user, { onboarding_id, legal_representative_id })
    expect((await agree(gateway, link)).statusCode).toBe(201)
    expect(await consentsOf(link)).toMatchObject([{ onboarding_id, legal_representative_id }])
  })

  it('has another hash where the page shows another text, and the text is stored unescaped', async () => {
    const other = await createTestGateway({ INSTITUTION_NAME: 'Banco <Outro> & "Filhos"' })
    const person = await other.user()
    const link = await freshLinkOf(other, person)
    const hashes = new Set<string | undefined>([consentShown((await get((await linkOf(gateway, user)).path)).body)])
    for (const lang of ['pt-BR', 'en-US']) {
      expect((await agree(other, link, lang)).statusCode).toBe(201)
      hashes.add(consentShown((await other.app.inject(`${link.path}?lang=${lang}`)).body))
    }
    expect(hashes.size).toBe(3)
    for (const { text } of await consentsOf(link, other)) expect(text).toContain('Banco <Outro> & "Filhos"')
    await other.close()
  })

  it('is required before any part of a video', async () => {
    const link = await freshLinkOf(gateway, user)
    const before = await livenessStateOf(gateway, user)
    const part = await put(link)
    expect([part.statusCode, part.json()]).toEqual([409, { code: 'CONSENT_MISSING' }])
    expect((await complete(link, randomUUID(), videos.webm)).json()).toEqual({ code: 'CONSENT_MISSING' })
    expect(await livenessStateOf(gateway, user)).toEqual(before)
    expect((await agree(gateway, link)).statusCode).toBe(201)
    expect((await complete(link, await sendAll(link), videos.webm)).statusCode).toBe(201)
    expect(await consentsOf(link)).toHaveLength(1)
  })

  it('is required before an upload is completed too', async () => {
    const link = await linkOf(gateway, user)
    const upload_id = await sendAll(link)
    await gateway.db.admin.query('delete from onboarding_consents where liveness_id = $1', [link.liveness_id])
    const before = await livenessStateOf(gateway, user)
    expect((await complete(link, upload_id, videos.webm)).json()).toEqual({ code: 'CONSENT_MISSING' })
    expect(await livenessStateOf(gateway, user)).toEqual(before)
  })

  it('for an earlier link does not count for a later one, which another person may have', async () => {
    const link = await linkOf(gateway, user)
    await gateway.db.admin.query('update liveness_checks set generation = 2 where id = $1', [link.liveness_id])
    const ids = { user_id: user.user_id, onboarding_id: link.onboarding_id, liveness_id: link.liveness_id }
    const path = new URL(gateway.services.livenessAddresses.urlOf({ ...ids, generation: 2 })).pathname
    expect((await put({ path })).json()).toEqual({ code: 'CONSENT_MISSING' })
    expect((await agree(gateway, { path })).statusCode).toBe(201)
    expect((await put({ path })).statusCode).toBe(200)
    expect(await consentsOf(link)).toMatchObject([{ generation: 1 }, { generation: 2 }])
  })

  it('is recorded once for each text, also when it is sent repeatedly and concurrently', async () => {
    const link = await freshLinkOf(gateway, user)
    const answers = await Promise.all(Array.from({ length: 6 }, () => agree(gateway, link)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(201))
    expect((await agree(gateway, link, 'en-US')).statusCode).toBe(201)
    expect((await consentsOf(link)).map(({ language }) => language)).toEqual(['pt-BR', 'en-US'])
  })

  it('for a text that this gateway does not show is rejected: the page has to be reloaded', async () => {
    const link = await freshLinkOf(gateway, user)
    const before = await livenessStateOf(gateway, user)
    const send = (body: object) => sendConsent(gateway.app, link.path, body)
    const other = await send({ sha256: 'a3'.repeat(32) })
    expect([other.statusCode, other.json()]).toEqual([409, { code: 'CONSENT_CHANGED' }])
    for (const body of [{}, [], { sha256: 1 }, { sha256: 'x' }])
      expect((await send(body)).json()).toEqual({ code: 'MALFORMED' })
    expect(await livenessStateOf(gateway, user)).toEqual(before)
  })

  it('records the network of the person behind a trusted proxy, and none where the proxy forwards no address', async () => {
    const at = await createTestGateway({ TRUSTED_PROXIES: '10.0.0.0/8' })
    const person = await at.user()
    const forwarded: Record<string, string | null> = {
      '198.51.100.7': '198.51.100.7',
      '2001:DB8:0::7': '2001:db8::7',
      '::ffff:198.51.100.8': '198.51.100.8',
      unknown: null,
      '1': null,
      'fe80::1%eth0': null,
    }
    for (const [header, ip_address] of Object.entries(forwarded)) {
      const link = await freshLinkOf(at, person)
      const page = await at.app.inject(link.path)
      const answer = await at.app.inject({
        method: 'POST',
        url: `${link.path}/consent`,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': header },
        payload: { sha256: consentShown(page.body) },
        remoteAddress: '10.1.2.3',
      })
      expect(answer.statusCode).toBe(201)
      expect(await consentsOf(link, at)).toMatchObject([{ ip_address }])
    }
    const { rows } = await at.db.admin.query('select * from events where user_id = $1', [person.user_id])
    const written = JSON.stringify([at.logged, rows])
    expect(written).toContain('recordLivenessConsent')
    for (const address of ['198.51.100', '2001:db8', '2001:DB8']) expect(written).not.toContain(address)
    await at.close()
  })
})

describe('an upload in parts', () => {
  it('becomes one READY file, one video and a liveness in analysis', async () => {
    const link = await linkOf(gateway, user)
    const upload_id = await sendAll(link)
    expect((await get(`${link.path}/uploads/${upload_id}`)).json()).toEqual({ parts: [1, 2, 3], complete: false })
    expect((await complete(link, upload_id, videos.webm)).statusCode).toBe(201)
    const { rows } = await gateway.db.admin.query(
      `select video.id, video.state, video.codec, video.width, video.captured_at <= now() as seen, file.state as file_state,
         file.content_type, file.sha256, file.file_name, liveness.status, liveness.attempts
       from liveness_videos video join files file on file.id = video.file_id join liveness_checks liveness on liveness.id = liveness_id
       where video.user_id = $1`,
      [user.user_id],
    )
    expect(rows).toEqual([
      {
        id: upload_id,
        state: 'UPLOADED',
        codec: 'vp8',
        width: 240,
        seen: true,
        file_state: 'READY',
        content_type: 'video/webm',
        sha256: sha256(videos.webm),
        file_name: 'liveness.webm',
        status: 'IN_ANALYSIS',
        attempts: 1,
      },
    ])
    expect(await advanced(gateway)).toContain(link.onboarding_id)
    const state = await livenessStateOf(gateway, user)
    expect(state['liveness_upload_parts']).toEqual([])
    const jobs = createTestJobs(gateway)
    await jobs.runLeft(removeLivenessParts)
    await jobs.close()
    expect((await livenessStateOf(gateway, user))['objects']).toHaveLength(1)
  })

  it('is completed once, also when completion is requested repeatedly and concurrently', async () => {
    const link = await linkOf(gateway, user)
    const upload_id = await sendAll(link)
    const answers = await Promise.all(Array.from({ length: 6 }, () => complete(link, upload_id, videos.webm)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(201))
    expect((await complete(link, upload_id, videos.webm)).statusCode).toBe(201)
    expect((await get(`${link.path}/uploads/${upload_id}`)).json()).toMatchObject({ complete: true })
    const state = await livenessStateOf(gateway, user)
    expect(state['liveness_videos']).toHaveLength(1)
    expect((state['objects'] as string[]).filter((key) => key.startsWith('files/'))).toHaveLength(1)
    expect((state['events'] as string[]).filter((row) => row.includes('users.liveness.submitted'))).toHaveLength(1)
    // The page reports that the video was sent, and also rejects another upload.
    expect((await get(link.path)).body).toContain('O seu vídeo já foi enviado')
    expect((await put(link)).statusCode).toBe(404)
  })

  it('is copied once, also when completion is requested several times at once', async () => {
    const link = await linkOf(gateway, user)
    const upload_id = await sendAll(link)
    const kept = vi.spyOn(gateway.services.objects, 'put')
    const answers = await Promise.all(Array.from({ length: 30 }, () => complete(link, upload_id, videos.webm)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(201))
    expect(kept).toHaveBeenCalledTimes(1)
    kept.mockRestore()
  })

  it('rejects the completion of another upload of the same person while one is running', async () => {
    const link = await linkOf(gateway, user)
    const [one, other] = [await sendAll(link), await sendAll(link)]
    const answers = await Promise.all([complete(link, one, videos.webm), complete(link, other, videos.webm)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 429])
    const busy = answers.find(({ statusCode }) => statusCode === 429)!
    expect(busy.json()).toEqual({ code: 'BUSY' })
    expect(busy.headers['retry-after']).toMatch(/^\d+$/)
  })

  it('never counts more attempts than the limit, also with concurrent uploads', async () => {
    for (const bytes of [videos.webm, film('isom')]) {
      const link = await linkOf(gateway, user, { attempts: 4 })
      const upload_id = await sendAll(link, bytes)
      const read = gateway.services.objects.read.bind(gateway.services.objects)
      const reads = vi.spyOn(gateway.services.objects, 'read').mockImplementation(async (...range) => {
        await gateway.db.admin.query('update liveness_checks set attempts = 5 where id = $1', [link.liveness_id])
        return read(...range)
      })
      const answer = await complete(link, upload_id, bytes)
      reads.mockRestore()
      expect(answer.json()).toEqual({ code: 'ATTEMPTS_OVER' })
      const { rows } = await gateway.db.admin.query('select attempts, status from liveness_checks where id = $1', [
        link.liveness_id,
      ])
      expect(rows).toEqual([{ attempts: 5, status: 'WAITING_SUBMISSION' }])
    }
    expect(await livenessStateOf(gateway, user)).toMatchObject({ liveness_videos: [], files: [] })
  })

  it('is not reported as complete once its video was unusable: the person has to record another', async () => {
    const link = await linkOf(gateway, user)
    const upload_id = await sendAll(link)
    expect((await complete(link, upload_id, videos.webm)).statusCode).toBe(201)
    await gateway.db.admin.query(`update liveness_videos set state = 'FAILED' where id = $1`, [upload_id])
    await gateway.db.admin.query(`update liveness_checks set status = 'WAITING_SUBMISSION' where id = $1`, [
      link.liveness_id,
    ])
    const before = await livenessStateOf(gateway, user)
    for (const answer of [
      await get(`${link.path}/uploads/${upload_id}`),
      await put(link, { upload_id }),
      await complete(link, upload_id, videos.webm),
    ])
      expect([answer.statusCode, answer.json()]).toEqual([422, { code: 'VIDEO_UNUSABLE' }])
    expect(await livenessStateOf(gateway, user)).toEqual(before)
    const another = await sendAll(link)
    expect((await complete(link, another, videos.webm)).statusCode).toBe(201)
    // The first upload no longer exists.
    expect((await get(`${link.path}/uploads/${upload_id}`)).statusCode).toBe(404)
  })

  it('is received over two connections at once, and a part reaches the store only when it is complete', async () => {
    const link = await linkOf(gateway, user)
    const kept = vi.spyOn(gateway.services.objects, 'put')
    const slow = (number: number) => {
      const payload = new PassThrough()
      payload.write(videos.webm.subarray(0, 1))
      const answer = gateway.app.inject({
        method: 'PUT',
        url: `${link.path}/uploads/${randomUUID()}/parts/${number}`,
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(videos.webm.length),
          'x-part-sha256': sha256(videos.webm),
        },
        payload,
      })
      return { payload, answer: answer.then(({ statusCode }) => statusCode) }
    }
    const both = [slow(1), slow(2)]
    await Promise.race([pause(500), ...both.map(({ answer }) => answer)])
    const third = await put(link)
    expect([third.statusCode, third.json()]).toEqual([429, { code: 'BUSY' }])
    expect(kept).not.toHaveBeenCalled()
    for (const { payload } of both) payload.end(videos.webm.subarray(1))
    expect(await Promise.all(both.map(({ answer }) => answer))).toEqual([200, 200])
    expect(kept).toHaveBeenCalledTimes(2)
    expect((await put(link)).statusCode).toBe(200)
    kept.mockRestore()
  })

  it('stores a part that is sent twice once, and rejects another part under its number', async () => {
    const link = await linkOf(gateway, user)
    const upload_id = randomUUID()
    const both = await Promise.all([put(link, { upload_id }), put(link, { upload_id })])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await put(link, { upload_id })).statusCode).toBe(200)
    const before = await livenessStateOf(gateway, user)
    expect(before['objects']).toHaveLength(1)
    expect((await put(link, { upload_id, bytes: videos.mp4 })).statusCode).toBe(409)
    expect(await livenessStateOf(gateway, user)).toEqual(before)
  })

  it('takes a part of the largest size', async () => {
    const link = await linkOf(gateway, user)
    expect((await put(link, { bytes: Buffer.alloc(1024 * 1024) })).statusCode).toBe(200)
  })

  it.each([
    ['a hash of other bytes', { hash: sha256(videos.mp4) }, 400],
    ['no hash', { hash: 'x' }, 400],
    ['part 0', { number: 0 }, 400],
    ['part 49', { number: 49 }, 413],
    ['an id that is none', { upload_id: 'x' }, 400],
    ['a part that is too large', { bytes: Buffer.alloc(1024 * 1024 + 1) }, 413],
    ['an empty part', { bytes: Buffer.alloc(0) }, 400],
  ])('rejects %s, and stores nothing of it', async (_, sending, status) => {
    const link = await linkOf(gateway, user)
    const before = await livenessStateOf(gateway, user)
    expect((await put(link, sending)).statusCode).toBe(status)
    expect(await livenessStateOf(gateway, user)).toEqual(before)
  })

  it.each([
    ['with a part missing', {}, 409, 1],
    ['of another size', { size: 5 }, 409, 0],
    ['of no kind we know', { type: 'video/ogg' }, 400, 0],
    ['of more than 50 MB', { size: 50_000_001 }, 413, 0],
  ])('is not completed %s, and loses nothing', async (_, said, status, more) => {
    const link = await linkOf(gateway, user)
    const upload_id = await sendAll(link, videos.webm)
    if (more)
      await gateway.db.admin.query('delete from liveness_upload_parts where upload_id = $1 and number = 2', [upload_id])
    const before = await livenessStateOf(gateway, user)
    expect((await complete(link, upload_id, videos.webm, said)).statusCode).toBe(status)
    expect(await livenessStateOf(gateway, user)).toEqual(before)
  })

  it.each([
    ['is no film', film('isom'), 'video/mp4'],
    ['has no pictures', videos.soundOnly, 'video/mp4'],
    ['is of another kind than it says', videos.webm, 'video/mp4'],
  ])('that %s uses up an attempt and leaves no data', async (_, bytes, type) => {
    const link = await linkOf(gateway, user)
    const upload_id = await sendAll(link, bytes)
    expect((await complete(link, upload_id, bytes, { type })).statusCode).toBe(422)
    const state = await livenessStateOf(gateway, user)
    expect(state).toMatchObject({ liveness_videos: [], liveness_upload_parts: [], files: [] })
    const { rows } = await gateway.db.admin.query('select status, attempts from liveness_checks where id = $1', [
      link.liveness_id,
    ])
    expect(rows).toEqual([{ status: 'WAITING_SUBMISSION', attempts: 1 }])
  })

  it('allows the configured number of attempts, and then reports that there are no more', async () => {
    const link = await linkOf(gateway, user, { attempts: 5 })
    expect((await get(link.path)).body).toContain('Foram muitas tentativas')
    expect((await put(link)).json()).toEqual({ code: 'ATTEMPTS_OVER' })
    expect((await complete(link, randomUUID(), videos.webm)).json()).toEqual({ code: 'ATTEMPTS_OVER' })
  })

  it('is one of three at most: a further upload deletes the oldest', async () => {
    const link = await linkOf(gateway, user)
    const ids: string[] = []
    for (const _ of 'four') ids.push(await sendAll(link))
    const there = await Promise.all(
      ids.map(async (id) => (await get(`${link.path}/uploads/${id}`)).json<{ parts: number[] }>().parts.length),
    )
    expect(there).toEqual([0, 3, 3, 3])
  })

  it('is not completed when its address is revoked meanwhile', async () => {
    const link = await linkOf(gateway, user)
    const upload_id = await sendAll(link)
    await gateway.db.admin.query('update liveness_checks set revoked_at = now() where id = $1', [link.liveness_id])
    const before = await livenessStateOf(gateway, user)
    expect((await complete(link, upload_id, videos.webm)).statusCode).toBe(404)
    expect(await livenessStateOf(gateway, user)).toEqual(before)
  })

  it('is deleted after a day, with objects that have no row', async () => {
    const link = await linkOf(gateway, user)
    await sendAll(link)
    await gateway.services.objects.put(
      `liveness-parts/${user.user_id}/stray`,
      (async function* () {
        yield Buffer.from('stray')
      })(),
      'application/octet-stream',
    )
    const early = createTestJobs(gateway, { now: () => new Date(Date.now() + DAY_MS - 60_000) })
    await early.run(sweepLivenessParts)
    await early.run(deleteOrphanLivenessParts)
    expect((await livenessStateOf(gateway, user))['objects']).toHaveLength(4)
    await early.close()
    // A grace period of an hour, because the row of an object is written after the object.
    const grace = createTestJobs(gateway, { now: () => new Date(Date.now() + DAY_MS + 1_800_000) })
    await grace.run(deleteOrphanLivenessParts)
    expect((await livenessStateOf(gateway, user))['objects']).toHaveLength(4)
    await grace.close()
    const late = createTestJobs(gateway, { now: () => new Date(Date.now() + DAY_MS + 2 * 3_600_000) })
    await late.run(sweepLivenessParts)
    expect((await livenessStateOf(gateway, user))['objects']).toEqual([`liveness-parts/${user.user_id}/stray`])
    await late.run(deleteOrphanLivenessParts)
    expect(await livenessStateOf(gateway, user)).toMatchObject({ objects: [], liveness_upload_parts: [] })
    await late.close()
  })
})

describe('the code for a phone', () => {
  it('is an image of the address', async () => {
    const { path } = await linkOf(gateway, user)
    const answer = await get(`${path}/qr.svg`)
    expect(answer.headers['content-type']).toBe('image/svg+xml')
    expect(answer.body).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/)
    expect(answer.body).not.toContain('script')
    // The corner that every code begins with: a dark frame around a light one.
    expect(answer.body).toContain('M4 4h1v1h-1z')
    expect(answer.body).not.toContain('M5 5h1v1h-1z')
  })
})

describe('the institution', () => {
  const languages = ['pt-BR', 'en-US'] as const
  const named = {
    INSTITUTION_NAME: 'Banco <Exemplo> S.A.',
    INSTITUTION_LOGO_PATH: new URL('browser/icon.svg', import.meta.url).pathname,
    INSTITUTION_CONTACT: '0800 555 0100',
    INSTITUTION_PRIVACY_CONTACT: 'encarregado@banco.example',
    INSTITUTION_PURPOSE_PT_BR: 'Abrir a sua conta.',
    INSTITUTION_PURPOSE_EN_US: 'To open your account.',
    INSTITUTION_RETENTION_PT_BR: 'Dez anos.',
    INSTITUTION_RETENTION_EN_US: 'Ten years.',
  }
  const own = {
    'pt-BR': ['Finalidade', 'Abrir a sua conta.', 'Guarda do vídeo', 'Dez anos.'],
    'en-US': ['Purpose', 'To open your account.', 'How long it is kept', 'Ten years.'],
  }
  const submitted = { status: 'IN_ANALYSIS', submitted_at: new Date().toISOString() } as const

  it('is shown on every page, in both languages: name, logo, purpose, contacts and retention', async () => {
    const at = await createTestGateway(named)
    const person = await at.user()
    const ask = (url: string, remoteAddress = elsewhere()) => at.app.inject({ url, remoteAddress })
    const { path } = await linkOf(at, person)
    const over = await linkOf(at, person, { attempts: 5 })
    const sent = await linkOf(at, person, submitted)
    const flooding = elsewhere()
    for (const _ of Array.from({ length: 30 })) await ask('/liveness/x', flooding)
    for (const language of languages) {
      const query = `?lang=${language}`
      const pages = [
        [200, await ask(path + query)],
        [200, await ask(over.path + query)],
        [200, await ask(sent.path + query)],
        [404, await ask(`/liveness/x${query}`)],
        [429, await ask(`/liveness/x${query}`, flooding)],
      ] as const
      for (const [status, { statusCode, body }] of pages) {
        expect(statusCode).toBe(status)
        const logo = /<img src="(\/liveness\/assets\/[0-9a-f]{12}\/logo)"/.exec(body)?.[1]
        expect(logo).toBeDefined()
        const { headers } = await ask(logo!)
        expect(headers['content-type']).toBe('image/svg+xml')
        expect(headers['cache-control']).toContain('immutable')
        for (const fact of [...own[language], '0800 555 0100', 'href="mailto:encarregado@banco.example"'])
          expect(body).toContain(fact)
        expect(body).toContain('Banco &#60;Exemplo&#62; S.A.')
        expect(body).not.toContain('<Exemplo>')
        expect(body).not.toMatch(/\{\{|institution\}/)
      }
    }
    await at.close()
  })

  it('must have a logo that is a small PNG or SVG, or the API does not start', async () => {
    const open = (INSTITUTION_LOGO_PATH: string) => createTestGateway({ INSTITUTION_LOGO_PATH })
    await expect(open('/nowhere.png')).rejects.toThrow('INSTITUTION_LOGO_PATH: the file cannot be read (ENOENT)')
    await expect(open(new URL('browser/page.js', import.meta.url).pathname)).rejects.toThrow('neither a PNG nor an SVG')
  })

  it('has the video already: the page reports that, until the address is replaced or revoked or its user is deactivated', async () => {
    const link = await linkOf(gateway, user)
    expect((await complete(link, await sendAll(link), videos.webm)).statusCode).toBe(201)
    const again = await get(`${link.path}?lang=en-US`)
    expect(again.statusCode).toBe(200)
    expect(again.body).toContain('Your video was already sent')
    expect((await get(`${link.path}/qr.svg`)).statusCode).toBe(404)
    const revoked = await linkOf(gateway, user, { ...submitted, revoked_at: new Date().toISOString() })
    const replaced = await linkOf(gateway, user, submitted)
    await gateway.db.admin.query('update liveness_checks set generation = 2 where id = $1', [replaced.liveness_id])
    const other = await linkOf(gateway, user, { ...submitted, method: 'VIDEO_UPLOAD' })
    for (const { path } of [revoked, replaced, other]) expect((await get(path)).statusCode).toBe(404)
    await gateway.db.admin.query(`update users set status = 'INACTIVE' where id = $1`, [user.user_id])
    expect((await get(link.path)).statusCode).toBe(404)
  })
})
