import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { barriers, createChromium, keepPicture } from '@eclusa/testing/chromium.ts'
import { createCutConnection } from '@eclusa/testing/cut-connection.ts'
import { sha256 } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import {
  advanced,
  expectNoCanary,
  freshLinkOf,
  type LivenessLink,
  largeFilm,
  linkOf,
  videos,
} from '@eclusa/testing/liveness.ts'
import { createTestJobs } from '@eclusa/testing/worker.ts'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPageFile } from '../../src/areas/liveness-page/assets.ts'
import { removeLivenessParts } from '../../src/areas/liveness-page/remove-liveness-parts.job.ts'

/** The liveness page in a real browser, from the link to the stored video, over a real socket. */
const PAGE_BYTES_MAX = 150_000
const MiB = 1024 * 1024

let gateway: TestGateway
let browser: Browser
let user: TestUser
let base: string
let people = 0
let port: number

beforeAll(async () => {
  port = await freePort()
  base = `http://127.0.0.1:${port}`
  ;[gateway, browser] = await Promise.all([
    createTestGateway({
      PUBLIC_URL: base,
      TRUSTED_PROXIES: '127.0.0.0/8',
      INSTITUTION_LOGO_PATH: new URL('../../src/areas/liveness-page/browser/icon.svg', import.meta.url).pathname,
    }),
    createChromium('given'),
  ])
  await gateway.app.listen({ host: '127.0.0.1', port })
})
beforeEach(async () => {
  user = await gateway.user()
})
afterAll(async () => {
  await browser.close()
  await gateway.close()
})

const sizes = {
  phone: { width: 320, height: 568 },
  tall: { width: 390, height: 844 },
  desk: { width: 1280, height: 800 },
}
type TestLivenessPageSize = keyof typeof sizes
type TestLivenessPageObservation = { page: Page; name: string }

/** A phone or a desktop of its own. Every request is checked against the origin it came from. */
async function open(
  size: TestLivenessPageSize,
  locale: 'pt-BR' | 'en-US',
  more: BrowserContextOptions = {},
  by = browser,
): Promise<TestLivenessPageObservation & { requests: Request[]; errors: string[]; network: string }> {
  const touch = size === 'desk' ? {} : { isMobile: true, hasTouch: true }
  // Each person has another client address for the counter of bad links.
  people += 1
  const network = `203.0.113.${people}`
  const extraHTTPHeaders = { 'x-forwarded-for': network }
  const context = await by.newContext({ viewport: sizes[size], locale, extraHTTPHeaders, ...touch, ...more })
  const page = await context.newPage()
  const requests: Request[] = []
  const errors: string[] = []
  page.on('request', (request) => void requests.push(request))
  page.on('pageerror', (error) => void errors.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(message.text())
  })
  return { page, requests, errors, network, name: `${locale}-${sizes[size].width}` }
}

const reach = (page: Page, step: string) => page.waitForSelector(`body[data-step="${step}"]`)
const act = (page: Page, deed: string) => page.click(`section:not([hidden]) [data-do="${deed}"]`)

/** The states of a journey in every screen size. */
const walked = new Set(['ready', 'ready-without-consent', 'camera', 'recording', 'review', 'done', 'used'])

/** Checks of every state: no serious accessibility problem, the heading has the focus, nothing is cut off. */
async function look({ page, name }: TestLivenessPageObservation, state: string): Promise<void> {
  await page.locator('.top').getByText('Banco Exemplo S.A.').waitFor()
  expect(await page.evaluate(`document.querySelector('.top img').naturalWidth`), 'the logo').toBeGreaterThan(0)
  await keepPicture(page, `${state}-${name}`)
  // Axe is slow: where another language of the same size is checked, only the texts differ.
  if (name !== 'en-US-320' || !walked.has(state)) expect(await barriers(page), `${state} ${name}`).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(overflow, `${state} ${name} is wider than the screen`).toBe(0)
}

const focused = (page: Page) => page.evaluate(`document.activeElement.closest('h1')?.textContent ?? ''`)

async function storedVideo({ liveness_id }: LivenessLink) {
  const { rows } = await gateway.db.admin.query<Record<string, unknown>>(
    `select video.id, video.sha256, video.duration_ms, video.codec, file.state, file.object_key, file.file_name,
       liveness.status, liveness.attempts
     from liveness_videos video join files file on file.id = video.file_id
       join liveness_checks liveness on liveness.id = video.liveness_id
     where video.liveness_id = $1`,
    [liveness_id],
  )
  expect(rows).toHaveLength(1)
  const chunks: Buffer[] = []
  for await (const chunk of (await gateway.services.objects.read(String(rows[0]!['object_key'])))!)
    chunks.push(Buffer.from(chunk))
  return { ...rows[0]!, bytes: Buffer.concat(chunks) } as Record<string, unknown> & { bytes: Buffer }
}

/** The consent over a link: none, or one row. */
async function consentOf({ liveness_id }: LivenessLink) {
  const { rows } = await gateway.db.admin.query<Record<string, string>>(
    'select language, text, text_sha256, ip_address, accepted_at from onboarding_consents where liveness_id = $1',
    [liveness_id],
  )
  expect(rows.length).toBeLessThan(2)
  return rows[0]
}

/** The consent text in the browser. */
const textShown = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('[data-consent]')].map((element) => element.textContent).join('\\n')`)

const partsPut = (requests: Request[]) =>
  requests.filter((request) => request.method() === 'PUT').map((request) => Number(request.url().split('/').at(-1)))

/** What this page has stored on the device. */
const keptByDevice = (page: Page) =>
  page.evaluate(
    `new Promise((resolve) => { const opening = indexedDB.open('liveness', 1); opening.onsuccess = () => {
       const all = opening.result.transaction('uploads').objectStore('uploads').getAllKeys()
       all.onsuccess = () => { opening.result.close(); resolve(all.result) } } })`,
  )

async function chooseFilm(page: Page, buffer: Buffer, mimeType = 'video/mp4'): Promise<void> {
  await page.check('#consent')
  await page.setInputFiles('#file', { name: 'rosto-da-canaria.mp4', mimeType, buffer })
}

describe('from the link to a stored video', () => {
  const headings = {
    'pt-BR': {
      ready: 'Vamos confirmar que é você',
      done: 'Pronto, recebemos o seu vídeo',
      used: 'O seu vídeo já foi enviado',
    },
    'en-US': {
      ready: 'Let’s confirm it’s you',
      done: 'Done, we have your video',
      used: 'Your video was already sent',
    },
  }

  async function journey(size: TestLivenessPageSize, locale: 'pt-BR' | 'en-US') {
    const link = await freshLinkOf(gateway, user)
    const seen = await open(size, locale)
    const { page, requests, errors, network } = seen
    await page.goto(base + link.path)
    await reach(page, 'ready')
    expect(await focused(page)).toBe(headings[locale].ready)
    await look(seen, 'ready')
    await act(page, 'open-camera')
    expect(await page.evaluate(`document.activeElement.id`)).toBe('consent')
    await look(seen, 'ready-without-consent')
    await page.check('#consent')
    expect(await consentOf(link)).toBeUndefined()
    const text = String(await textShown(page))
    await act(page, 'open-camera')
    await reach(page, 'camera')
    expect(await consentOf(link)).toMatchObject({
      language: locale,
      text,
      text_sha256: sha256(Buffer.from(text)),
      ip_address: network,
    })
    await page.waitForSelector('#light:not([hidden])')
    await look(seen, 'camera')
    await act(page, 'record')
    await page.waitForSelector('#stage.recording')
    await page.waitForTimeout(3_000)
    await look(seen, 'recording')
    await reach(page, 'review')
    await look(seen, 'review')
    const completion = page.waitForRequest((request) => request.url().endsWith('/complete'))
    await act(page, 'send')
    await reach(page, 'done')
    expect(await focused(page)).toBe(headings[locale].done)
    await look(seen, 'done')

    const stored = await storedVideo(link)
    const said = (await completion).postDataJSON() as { sha256: string; size: number }
    expect(stored).toMatchObject({ state: 'READY', status: 'IN_ANALYSIS', attempts: 1, sha256: said.sha256 })
    expect(sha256(stored.bytes)).toBe(said.sha256)
    expect(Number(stored['duration_ms'])).toBeGreaterThan(5_000)
    expect(await advanced(gateway)).toContain(link.onboarding_id)
    expect(errors).toEqual([])
    expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([base]))
    expect(await weightOf(requests)).toBeLessThan(PAGE_BYTES_MAX)
    // The person's device stores nothing.
    expect(await keptByDevice(page)).toEqual([])
    await page.reload()
    expect(await page.textContent('h1')).toBe(headings[locale].used)
    await look(seen, 'used')
    await page.context().close()
  }

  async function weightOf(requests: Request[]): Promise<number> {
    const shown = requests.filter((request) => request.method() === 'GET' && !request.url().startsWith('blob:'))
    const bodies = await Promise.all(shown.map(async (request) => (await (await request.response())!.body()).length))
    return bodies.reduce((sum, length) => sum + length, 0)
  }

  it('in both languages at 320 pixels, and at 390 and 1280', async () => {
    await Promise.all([journey('phone', 'pt-BR'), journey('phone', 'en-US')])
    await Promise.all([journey('tall', 'en-US'), journey('tall', 'pt-BR')])
    await journey('desk', 'pt-BR')
  })

  it('by keyboard only, in dark mode, without motion, by a browser that records WebM', async () => {
    const link = await linkOf(gateway, user)
    const seen = await open('tall', 'pt-BR', { colorScheme: 'dark', reducedMotion: 'reduce' })
    const { page } = seen
    await page.addInitScript(
      `const can = MediaRecorder.isTypeSupported.bind(MediaRecorder)
       MediaRecorder.isTypeSupported = (kind) => !kind.includes('mp4') && can(kind)`,
    )
    const tabTo = async (selector: string) => {
      for (let presses = 0; presses < 25; presses += 1) {
        await page.keyboard.press('Tab')
        if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return
      }
      throw new Error(`${selector} cannot be reached with the Tab key`)
    }
    await page.goto(base + link.path)
    await reach(page, 'ready')
    await look({ page, name: 'dark' }, 'ready')
    await tabTo('#consent')
    await page.keyboard.press('Space')
    await tabTo('[data-do="open-camera"]')
    await page.keyboard.press('Enter')
    await reach(page, 'camera')
    await tabTo('[data-do="record"]')
    await page.keyboard.press('Enter')
    await reach(page, 'review')
    await look({ page, name: 'dark' }, 'review')
    await tabTo('[data-do="send"]')
    await page.keyboard.press('Enter')
    await reach(page, 'done')
    await look({ page, name: 'dark' }, 'done')
    expect(await storedVideo(link)).toMatchObject({ state: 'READY', codec: 'vp8', file_name: 'liveness.webm' })
    await page.context().close()
  })

  it('with a video of the phone’s own camera, whose name is sent nowhere', async () => {
    const link = await linkOf(gateway, user)
    const { page } = await open('phone', 'pt-BR')
    await page.goto(base + link.path)
    await chooseFilm(page, videos.mov, 'video/quicktime')
    await reach(page, 'review')
    await act(page, 'send')
    await reach(page, 'done')
    expect(await storedVideo(link)).toMatchObject({ sha256: sha256(videos.mov), file_name: 'liveness.mov' })
    expectNoCanary(gateway)
    expect(gateway.logged.join('')).not.toContain(link.path.split('/').at(-1))
    await page.context().close()
  })
})

describe('the consent', () => {
  const failures = { 'pt-BR': 'A conexão falhou', 'en-US': 'The connection failed' } as const

  it.each(['pt-BR', 'en-US'] as const)(
    'is stored before the camera opens: while it cannot be sent, no camera opens, in %s',
    async (locale) => {
      const link = await freshLinkOf(gateway, user)
      const seen = await open('phone', locale)
      const { page, errors } = seen
      await page.addInitScript(
        `window.asked = 0
         const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
         navigator.mediaDevices.getUserMedia = (wanted) => { window.asked += 1; return ask(wanted) }`,
      )
      await page.route('**/consent', (route) => route.abort())
      await page.goto(base + link.path)
      await page.check('#consent')
      await act(page, 'open-camera')
      await page.locator('#consent-failed').getByText(failures[locale]).waitFor()
      await look(seen, 'consent-failed')
      await page.setInputFiles('#file', { name: 'a.mp4', mimeType: 'video/mp4', buffer: videos.mp4 })
      await page.waitForTimeout(300)
      expect(await page.getAttribute('body', 'data-step')).toBe('ready')
      expect([await page.evaluate('asked'), await consentOf(link)]).toEqual([0, undefined])
      await page.unroute('**/consent')
      await act(page, 'open-camera')
      await reach(page, 'camera')
      expect(await consentOf(link)).toMatchObject({ language: locale })
      expect(errors).toEqual([])
      await page.context().close()
    },
  )

  it('to an outdated text is not stored: the page shows the new text, and asks again', async () => {
    const link = await freshLinkOf(gateway, user)
    const { page } = await open('tall', 'pt-BR')
    await page.goto(base + link.path)
    await reach(page, 'ready')
    await page.check('#consent')
    await page.route('**/consent', (route) => route.continue({ postData: JSON.stringify({ sha256: 'a3'.repeat(32) }) }))
    const loaded = page.waitForEvent('load')
    await act(page, 'open-camera')
    await loaded
    await reach(page, 'ready')
    expect(await page.isChecked('#consent')).toBe(false)
    expect(await consentOf(link)).toBeUndefined()
    await page.context().close()
  })

  it('missing at the gateway is requested again, also during an upload', async () => {
    const link = await linkOf(gateway, user)
    const { page } = await open('tall', 'pt-BR')
    await page.goto(base + link.path)
    await chooseFilm(page, videos.mp4)
    await reach(page, 'review')
    await gateway.db.admin.query('delete from onboarding_consents where liveness_id = $1', [link.liveness_id])
    await act(page, 'send')
    await reach(page, 'ready')
    expect(await page.isChecked('#consent')).toBe(false)
    expect(await keptByDevice(page)).toEqual([])
    await chooseFilm(page, videos.mp4)
    await act(page, 'send')
    await reach(page, 'done')
    expect(await consentOf(link)).toMatchObject({ language: 'pt-BR' })
    await page.context().close()
  })
})

describe('after a lost connection', () => {
  it('in the middle of a part, it waits, continues by itself, and the video arrives whole and once', async () => {
    const link = await linkOf(gateway, user)
    const line = await createCutConnection(port)
    const film = largeFilm(3.5 * MiB)
    const seen = await open('phone', 'pt-BR')
    const { page, requests } = seen
    await page.goto(line.url + link.path)
    await chooseFilm(page, film)
    await reach(page, 'review')
    const cut = line.cutAfter(1.6 * MiB)
    await act(page, 'send')
    await cut
    await page.waitForSelector('#try-now:visible')
    await look(seen, 'sending-without-connection')
    await page.waitForTimeout(1_500)
    line.mend()
    await reach(page, 'done')
    const stored = await storedVideo(link)
    expect(stored.bytes.equals(film)).toBe(true)
    // Only the part in transfer when the connection was lost was sent twice.
    expect(partsPut(requests)[0]).toBe(1)
    expect(partsPut(requests).filter((number) => number === 1)).toHaveLength(1)
    expect(partsPut(requests).filter((number) => number === 2).length).toBeGreaterThan(1)
    const jobs = createTestJobs(gateway)
    expect(await jobs.runLeft(removeLivenessParts)).toBeGreaterThan(0)
    await jobs.close()
    for await (const { key } of gateway.services.objects.list(`liveness-parts/${user.user_id}/`)) expect(key).toBe('')
    await line.close()
    await page.context().close()
  })

  it('and a reload, it continues where it stopped', async () => {
    const link = await linkOf(gateway, user)
    const film = largeFilm(2.5 * MiB)
    const seen = await open('tall', 'en-US')
    const { page, requests } = seen
    await page.route('**/parts/3', (route) => route.abort())
    await page.goto(base + link.path)
    await chooseFilm(page, film)
    await reach(page, 'review')
    await act(page, 'send')
    await page.waitForSelector('#try-now:visible')
    await page.unroute('**/parts/3')
    await page.route('**/parts/3', async (route) => {
      await page.waitForTimeout(1_500)
      await route.continue()
    })
    await page.reload()
    await page.waitForSelector('#resumed:not([hidden])')
    await look(seen, 'sending-resumed')
    await reach(page, 'done')
    expect((await storedVideo(link)).bytes.equals(film)).toBe(true)
    for (const number of [1, 2]) expect(partsPut(requests).filter((one) => one === number)).toHaveLength(1)
    await page.context().close()
  })

  it('with the last response, a repeat succeeds, and nothing is done twice', async () => {
    const link = await linkOf(gateway, user)
    const { page, requests } = await open('tall', 'pt-BR')
    let lost = 0
    await page.route('**/complete', async (route) => {
      if (lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      await route.abort()
    })
    await page.goto(base + link.path)
    await chooseFilm(page, videos.mp4)
    await reach(page, 'review')
    await act(page, 'send')
    await reach(page, 'done')
    expect(lost).toBe(1)
    expect(partsPut(requests)).toEqual([1])
    expect(await storedVideo(link)).toMatchObject({ attempts: 1 })
    await page.context().close()
  })
})

describe('when the gateway returns an error', () => {
  it.each([
    [400, '**/parts/1', 'MALFORMED', 'failed'],
    [403, '**/uploads/*', 'FORBIDDEN', 'failed'],
    [422, '**/complete', 'NOT_A_VIDEO', 'failed'],
    [413, '**/parts/1', 'TOO_LARGE', 'large'],
  ])('%i to %s is the end of this video, and not of the page', async (status, url, code, step) => {
    const { page } = await open('phone', 'pt-BR')
    await page.route(url, (route) => route.fulfill({ status, json: { code } }))
    await page.goto(base + (await linkOf(gateway, user)).path)
    await chooseFilm(page, videos.mp4)
    await act(page, 'send')
    await reach(page, step)
    expect(await keptByDevice(page)).toEqual([])
    await act(page, 'open-camera')
    await reach(page, 'camera')
    await page.reload()
    await reach(page, 'ready')
    await page.context().close()
  })

  it('waits out temporary errors: too many requests, wrong order, a proxy’s page', async () => {
    const link = await linkOf(gateway, user)
    const { page } = await open('phone', 'pt-BR')
    const answers = [
      { status: 429, body: 'too often' },
      { status: 503, body: 'not now' },
      { status: 409, json: { code: 'PARTS_MISSING' } },
      { status: 200, body: '<h1>Wi-Fi grátis</h1>' },
    ]
    await page.route('**/uploads/*', (route) => {
      const answer = answers.shift()
      return answer ? route.fulfill(answer) : route.continue()
    })
    await page.goto(base + link.path)
    await chooseFilm(page, videos.mp4)
    await act(page, 'send')
    for (let left = 3; left >= 0; left -= 1) {
      await expect.poll(() => answers.length).toBe(left)
      await page.click('#try-now')
    }
    await reach(page, 'done')
    expect(await storedVideo(link)).toMatchObject({ attempts: 1 })
    await page.context().close()
  })

  it('offers a cancel while it waits, and discards the video that was not sent', async () => {
    const link = await linkOf(gateway, user)
    const seen = await open('tall', 'pt-BR', { colorScheme: 'dark' })
    const { page, requests } = seen
    await page.route('**/parts/1', (route) => route.abort())
    await page.goto(base + link.path)
    await chooseFilm(page, videos.mp4)
    await act(page, 'send')
    await page.waitForSelector('#try-now:visible')
    await look({ page, name: 'dark' }, 'sending-without-connection')
    await act(page, 'start-over')
    await reach(page, 'ready')
    await expect.poll(() => keptByDevice(page)).toEqual([])
    const before = requests.length
    await page.waitForTimeout(1_500)
    expect(requests.length).toBe(before)
    await page.unroute('**/parts/1')
    await page.setInputFiles('#file', { name: 'a.mp4', mimeType: 'video/mp4', buffer: videos.otherMp4 })
    await act(page, 'send')
    await reach(page, 'done')
    expect(await storedVideo(link)).toMatchObject({ sha256: sha256(videos.otherMp4) })
    await page.context().close()
  })

  it('continues at once when the person returns, or presses the button', async () => {
    const { page, requests } = await open('phone', 'pt-BR')
    // The wait does not end by itself.
    await page.addInitScript(
      `const later = setTimeout; window.setTimeout = (work, ms) => later(work, ms < 1000 ? ms : 1e8)`,
    )
    await page.route('**/uploads/*', (route) => route.abort())
    await page.goto(base + (await linkOf(gateway, user)).path)
    await chooseFilm(page, videos.mp4)
    await act(page, 'send')
    const tries = () => requests.filter((request) => request.url().includes('/uploads/')).length
    for (const nudge of [
      `document.dispatchEvent(new Event('visibilitychange'))`,
      `dispatchEvent(new Event('online'))`,
    ]) {
      await page.waitForSelector('#try-now:visible')
      const before = tries()
      await page.evaluate(nudge)
      await expect.poll(tries).toBe(before + 1)
    }
    await page.waitForSelector('#try-now:visible')
    await page.unroute('**/uploads/*')
    await page.click('#try-now')
    await reach(page, 'done')
    await page.context().close()
  })
})

describe('when the device fails', () => {
  it('an unreadable video is discarded, and another is requested', async () => {
    const { page } = await open('phone', 'pt-BR')
    await page.route('**/parts/1', (route) => route.abort())
    await page.goto(base + (await linkOf(gateway, user)).path)
    await chooseFilm(page, videos.mp4)
    await act(page, 'send')
    await page.waitForSelector('#try-now:visible')
    await page.addInitScript(
      `Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))`,
    )
    await page.reload()
    await reach(page, 'failed')
    expect(await keptByDevice(page)).toEqual([])
    // A person who had agreed is not asked again.
    await act(page, 'open-camera')
    await reach(page, 'camera')
    await page.context().close()
  })

  it('an empty file is not sent, and a failed button shows an error', async () => {
    const { page, requests, errors } = await open('phone', 'pt-BR')
    await page.addInitScript(
      `Crypto.prototype.randomUUID = undefined
       const digest = SubtleCrypto.prototype.digest
       SubtleCrypto.prototype.digest = function (name, bytes) {
         return window.broken ? Promise.reject(new Error('no memory')) : digest.call(this, name, bytes)
       }`,
    )
    await page.goto(base + (await linkOf(gateway, user)).path)
    await chooseFilm(page, Buffer.alloc(0))
    await reach(page, 'failed')
    const send = async () => {
      await page.setInputFiles('#file', { name: 'a.mp4', mimeType: 'video/mp4', buffer: videos.mp4 })
      await reach(page, 'review')
      await act(page, 'send')
    }
    await page.evaluate('window.broken = true')
    await send()
    await reach(page, 'failed')
    expect(requests.filter((request) => request.url().includes('/uploads/'))).toEqual([])
    await page.evaluate('window.broken = false')
    await send()
    await reach(page, 'done')
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('a full storage does not block an upload', async () => {
    const { page, errors } = await open('phone', 'pt-BR')
    await page.addInitScript(
      `IDBObjectStore.prototype.put = () => { throw new DOMException('no blobs here', 'DataCloneError') }`,
    )
    await page.goto(base + (await linkOf(gateway, user)).path)
    await chooseFilm(page, videos.mp4)
    await act(page, 'send')
    await reach(page, 'done')
    expect(errors).toEqual([])
    await page.context().close()
  })
})

describe('the camera', () => {
  /** A page that counts the opened cameras, and whether each is on. */
  async function openCounting(size: TestLivenessPageSize, locale: 'pt-BR' | 'en-US') {
    const seen = await open(size, locale)
    await seen.page.addInitScript(
      `const tracks = window.tracks = []
       const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
       navigator.mediaDevices.getUserMedia = async (wanted) => {
         const stream = await ask(wanted)
         tracks.push(...stream.getTracks())
         await new Promise((resolve) => setTimeout(resolve, 400))
         return stream
       }`,
    )
    await seen.page.goto(base + (await linkOf(gateway, user)).path)
    await seen.page.check('#consent')
    return seen
  }
  const states = (page: Page) => page.evaluate('tracks.map(({ readyState }) => readyState)')
  const turnAway = (page: Page, state: 'hidden' | 'visible') =>
    page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
       Object.defineProperty(document, 'hidden', { value: ${state === 'hidden'}, configurable: true })
       document.dispatchEvent(new Event('visibilitychange'))`,
    )

  it('opens once for two clicks, and closes with its step', async () => {
    const { page } = await openCounting('desk', 'pt-BR')
    await page.dblclick('section:not([hidden]) [data-do="open-camera"]')
    await reach(page, 'camera')
    await page.waitForFunction('!document.getElementById("view").paused')
    await page.waitForTimeout(500)
    expect(await states(page)).toEqual(['live'])
    await act(page, 'back')
    await reach(page, 'ready')
    expect(await states(page)).toEqual(['ended'])
    // A person who chooses a file while the camera is opening is not filmed.
    await act(page, 'open-camera')
    await page.setInputFiles('#file', { name: 'a.mp4', mimeType: 'video/mp4', buffer: videos.mp4 })
    await reach(page, 'review')
    await expect.poll(() => states(page)).toEqual(['ended', 'ended'])
    expect(await page.getAttribute('body', 'data-step')).toBe('review')
    await page.context().close()
  })

  it('closes when the person leaves the page, also during a recording', async () => {
    const seen = await openCounting('phone', 'pt-BR')
    const { page, errors } = seen
    for (const recording of [false, true]) {
      await act(page, 'open-camera')
      await reach(page, 'camera')
      if (recording) {
        await act(page, 'record')
        await page.waitForSelector('#stage.recording')
      }
      await turnAway(page, 'hidden')
      await reach(page, 'paused')
      expect(await states(page)).not.toContain('live')
      await turnAway(page, 'visible')
    }
    await look(seen, 'paused')
    await page.waitForTimeout(500)
    expect(await page.getAttribute('body', 'data-step')).toBe('paused')
    expect(errors).toEqual([])
    await page.context().close()
  })
})

describe('with an obstacle', () => {
  const shapes = [
    ['phone', 'pt-BR'],
    ['desk', 'en-US'],
  ] as const

  it.each([
    ['refused', 'denied'],
    ['none', 'missing'],
  ] as const)('explains a camera that is %s, and offers the alternative', async (camera, step) => {
    const other = await createChromium(camera)
    for (const [size, locale] of shapes) {
      const seen = await open(size, locale, {}, other)
      const { page } = seen
      await page.goto(base + (await linkOf(gateway, user)).path)
      await page.check('#consent')
      await act(page, 'open-camera')
      await reach(page, step)
      await look(seen, step)
      const chosen = page.waitForEvent('filechooser')
      await act(page, 'choose-file')
      await (await chosen).setFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: videos.mp4 })
      await reach(page, 'review')
    }
    await other.close()
  })

  it.each(['pt-BR', 'en-US'] as const)(
    'leads a phone without MediaRecorder to its own camera, in %s',
    async (locale) => {
      const link = await linkOf(gateway, user)
      const seen = await open('tall', locale)
      const { page, errors } = seen
      await page.addInitScript(`delete window.MediaRecorder; delete Blob.prototype.arrayBuffer`)
      await page.goto(base + link.path)
      await reach(page, 'ready')
      const advice = { 'pt-BR': 'Este navegador não grava vídeo.', 'en-US': 'This browser cannot record video.' }
      await page.getByText(advice[locale]).waitFor()
      expect(await page.locator('[data-do="open-camera"]').count()).toBe(0)
      await look(seen, 'no-recorder')
      await act(page, 'choose-file')
      await page.waitForSelector('#consent-missing:visible')
      await page.check('#consent')
      const chosen = page.waitForEvent('filechooser')
      await act(page, 'choose-file')
      await (await chosen).setFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: videos.mp4 })
      await reach(page, 'review')
      await act(page, 'send')
      await reach(page, 'done')
      expect(await storedVideo(link)).toMatchObject({ sha256: sha256(videos.mp4) })
      expect(errors).toEqual([])
      await page.context().close()
    },
  )

  it('is written so that a phone without MediaRecorder can parse it: no await outside a function', () => {
    for (const name of ['page.js', 'camera.js', 'upload.js', 'memory.js'])
      expect(readPageFile(name).toString(), name).not.toMatch(/^(const .*= )?await /m)
  })

  it('explains a camera in use by another app', async () => {
    const seen = await open('phone', 'en-US')
    const { page } = seen
    await page.addInitScript(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('in use', 'NotReadableError'))`,
    )
    await page.goto(base + (await linkOf(gateway, user)).path)
    await page.check('#consent')
    await act(page, 'open-camera')
    await reach(page, 'busy')
    await look(seen, 'busy')
    await page.context().close()
  })

  it.each([
    ['Instagram', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Instagram 300.0'],
    ['Facebook', 'Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile [FB_IAB/FB4A;FBAV/400.0;]'],
    ['a WebView', 'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Version/4.0 Chrome/120.0 Mobile'],
  ])('asks a person inside %s to open a real browser, and copies the link', async (app, userAgent) => {
    const seen = await open('phone', 'pt-BR', { userAgent, permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = seen
    const { path } = await linkOf(gateway, user)
    await page.goto(`${base}${path}?lang=pt-BR`)
    await reach(page, 'in-app')
    await act(page, 'copy-link')
    await page.getByText('Link copiado').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(base + path)
    if (app === 'Instagram') await look(seen, 'in-app')
    await act(page, 'stay')
    await reach(page, 'ready')
    await page.context().close()
  })

  it('shows the link for manual copying where the clipboard is forbidden', async () => {
    const seen = await open('phone', 'en-US', { userAgent: 'Instagram' })
    const { page } = seen
    await page.addInitScript(`delete Navigator.prototype.clipboard`)
    const { path } = await linkOf(gateway, user)
    await page.goto(base + path)
    await reach(page, 'in-app')
    await act(page, 'copy-link')
    expect(await page.inputValue('#link')).toBe(base + path)
    await look(seen, 'in-app-by-hand')
    await page.context().close()
  })

  it('rejects other files, too large ones, or other formats, and accepts five attempts', async () => {
    const link = await linkOf(gateway, user, { attempts: 3 })
    const seen = await open('phone', 'pt-BR')
    const { page } = seen
    await page.goto(base + link.path)
    await reach(page, 'ready')
    await chooseFilm(page, Buffer.from('a picture'), 'image/png')
    await reach(page, 'format')
    await look(seen, 'format')
    const folder = await mkdtemp(join(tmpdir(), 'eclusa-film-'))
    await writeFile(join(folder, 'long.mp4'), '')
    await truncate(join(folder, 'long.mp4'), 50_000_001)
    await page.setInputFiles('#file', join(folder, 'long.mp4'))
    await rm(folder, { recursive: true })
    await reach(page, 'large')
    await look(seen, 'large')
    for (const step of ['failed', 'failed', 'over']) {
      await page.setInputFiles('#file', { name: 'a.mp4', mimeType: 'video/mp4', buffer: videos.soundOnly })
      await reach(page, 'review')
      await act(page, 'send')
      await reach(page, step)
      await look(seen, step)
    }
    await page.reload()
    expect(await page.textContent('h1')).toBe('Foram muitas tentativas')
    await page.context().close()
  })

  it('reveals nothing about an invalid link, in the language of the reader', async () => {
    for (const [size, locale] of [...shapes, ['tall', 'pt-BR'], ['tall', 'en-US']] as const) {
      const seen = await open(size, locale)
      await seen.page.goto(`${base}/liveness/nothing`)
      expect(await seen.page.textContent('h1')).toMatch(/^(Este link não está disponível|This link is not available)$/)
      await look(seen, 'nothing')
      await seen.page.click('.language')
      expect(await seen.page.getAttribute('html', 'lang')).toBe(locale === 'pt-BR' ? 'en-US' : 'pt-BR')
      await seen.page.context().close()
    }
  })
})
