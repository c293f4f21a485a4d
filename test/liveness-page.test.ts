import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { barriers, keepPicture, openChromium } from './support/chromium.ts'
import { openCutLine } from './support/cut-line.ts'
import { sha256 } from './support/files.ts'
import { openTestGateway, type TestGateway, type TestUser } from './support/gateway.ts'
import { advanced, expectNoCanary, type Link, largeFilm, linkOf, videos } from './support/liveness.ts'
import { openTestJobs } from './support/worker.ts'

/** The page in a real browser, from the link to the stored video, over a real socket. */
const PAGE_BYTES_MAX = 150_000
const MiB = 1024 * 1024

let gateway: TestGateway
let browser: Browser
let user: TestUser
let base: string
let port: number

beforeAll(async () => {
  port = await freePort()
  base = `http://127.0.0.1:${port}`
  ;[gateway, browser] = await Promise.all([openTestGateway({ PUBLIC_URL: base }), openChromium('given')])
  await gateway.app.listen({ host: '127.0.0.1', port })
})
beforeEach(async () => {
  user = await gateway.user()
})
afterAll(async () => {
  await browser.close()
  await gateway.close()
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

const sizes = {
  phone: { width: 320, height: 568 },
  tall: { width: 390, height: 844 },
  desk: { width: 1280, height: 800 },
}
type Size = keyof typeof sizes
type Seen = { page: Page; name: string }

/** A phone or a desk of its own. Every request it makes is held against the origin it came from. */
async function open(
  size: Size,
  locale: 'pt-BR' | 'en-US',
  more: BrowserContextOptions = {},
  by = browser,
): Promise<Seen & { requests: Request[]; errors: string[] }> {
  const touch = size === 'desk' ? {} : { isMobile: true, hasTouch: true }
  const context = await by.newContext({ viewport: sizes[size], locale, ...touch, ...more })
  const page = await context.newPage()
  const requests: Request[] = []
  const errors: string[] = []
  page.on('request', (request) => void requests.push(request))
  page.on('pageerror', (error) => void errors.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(message.text())
  })
  return { page, requests, errors, name: `${locale}-${sizes[size].width}` }
}

const reach = (page: Page, step: string) => page.waitForSelector(`body[data-step="${step}"]`, { timeout: 30_000 })
const act = (page: Page, deed: string) => page.click(`section:not([hidden]) [data-do="${deed}"]`)

/** The states a journey passes in every size and language. */
const walked = new Set(['ready', 'ready-without-consent', 'camera', 'recording', 'review', 'done', 'used'])

/** What is true of every state: nothing serious in anyone's way, the heading has the focus, nothing is cut off. */
async function look({ page, name }: Seen, state: string): Promise<void> {
  await keepPicture(page, `${state}-${name}`)
  // The judge is slow: where another language of the same size is judged, only the words differ.
  if (!/^en-US-(320|1280)$/.test(name) || !walked.has(state))
    expect(await barriers(page), `${state} ${name}`).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(overflow, `${state} ${name} is wider than the screen`).toBe(0)
}

const focused = (page: Page) => page.evaluate(`document.activeElement.closest('h1')?.textContent ?? ''`)

async function storedVideo({ liveness_id }: Link) {
  const { rows } = await gateway.db.admin.query<Record<string, unknown>>(
    `select video.id, video.sha256, video.duration_ms, video.codec, file.state, file.object_key, file.file_name,
       liveness.status, liveness.attempts
     from liveness_videos video join files file on file.id = video.file_id
       join livenesses liveness on liveness.id = video.liveness_id
     where video.liveness_id = $1`,
    [liveness_id],
  )
  expect(rows).toHaveLength(1)
  const chunks: Buffer[] = []
  for await (const chunk of (await gateway.services.objects.read(String(rows[0]!['object_key'])))!)
    chunks.push(Buffer.from(chunk))
  return { ...rows[0]!, bytes: Buffer.concat(chunks) } as Record<string, unknown> & { bytes: Buffer }
}

const partsPut = (requests: Request[]) =>
  requests.filter((request) => request.method() === 'PUT').map((request) => Number(request.url().split('/').at(-1)))

async function chooseFilm(page: Page, buffer: Buffer, mimeType = 'video/mp4'): Promise<void> {
  await page.check('#consent')
  await page.setInputFiles('#file', { name: 'rosto-da-canaria.mp4', mimeType, buffer })
}

describe('from the link to a stored video', () => {
  const headings = {
    'pt-BR': { ready: 'Vamos confirmar que é você', done: 'Pronto, recebemos o seu vídeo' },
    'en-US': { ready: 'Let’s confirm it’s you', done: 'Done, we have your video' },
  }

  async function journey(size: Size, locale: 'pt-BR' | 'en-US') {
    const link = await linkOf(gateway, user)
    const seen = await open(size, locale)
    const { page, requests, errors } = seen
    await page.goto(base + link.path)
    await reach(page, 'ready')
    expect(await focused(page)).toBe(headings[locale].ready)
    await look(seen, 'ready')
    await act(page, 'open-camera')
    expect(await page.evaluate(`document.activeElement.id`)).toBe('consent')
    await look(seen, 'ready-without-consent')
    await page.check('#consent')
    await act(page, 'open-camera')
    await reach(page, 'camera')
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
    // The person's device keeps nothing.
    expect(
      await page.evaluate(
        `new Promise((resolve) => { const opening = indexedDB.open('liveness', 1); opening.onsuccess = () => {
           const all = opening.result.transaction('uploads').objectStore('uploads').getAllKeys()
           all.onsuccess = () => resolve(all.result) } })`,
      ),
    ).toEqual([])
    await page.reload()
    await look(seen, 'used')
    await page.context().close()
  }

  async function weightOf(requests: Request[]): Promise<number> {
    const shown = requests.filter((request) => request.method() === 'GET' && !request.url().startsWith('blob:'))
    const bodies = await Promise.all(shown.map(async (request) => (await (await request.response())!.body()).length))
    return bodies.reduce((sum, length) => sum + length, 0)
  }

  it('in both languages, at 320, 390 and 1280 pixels', async () => {
    const all = (['phone', 'tall', 'desk'] as const).flatMap((size) => [journey(size, 'pt-BR'), journey(size, 'en-US')])
    await Promise.all(all)
  }, 120_000)

  it('with nothing but a keyboard, in the dark, without motion, by a browser that records WebM', async () => {
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

  it('with a film of the phone’s own camera, whose name goes nowhere', async () => {
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

describe('when the connection goes', () => {
  it('in the middle of a part, it waits, goes on by itself, and the video arrives whole and once', async () => {
    const link = await linkOf(gateway, user)
    const line = await openCutLine(port)
    const film = largeFilm(3.5 * MiB)
    const seen = await open('phone', 'pt-BR')
    const { page, requests } = seen
    await page.goto(line.url + link.path)
    await chooseFilm(page, film)
    await reach(page, 'review')
    const cut = line.cutAfter(1.6 * MiB)
    await act(page, 'send')
    await cut
    await page.waitForSelector('#try-now:not([hidden])')
    await look(seen, 'sending-without-connection')
    await page.waitForTimeout(1_500)
    line.mend()
    await reach(page, 'done')
    const stored = await storedVideo(link)
    expect(stored.bytes.equals(film)).toBe(true)
    // Only what was on its way when the line went dead was sent twice.
    expect(partsPut(requests)[0]).toBe(1)
    expect(partsPut(requests).filter((number) => number === 1)).toHaveLength(1)
    expect(partsPut(requests).filter((number) => number === 2).length).toBeGreaterThan(1)
    const jobs = openTestJobs(gateway)
    expect(await jobs.runLeft('remove-liveness-parts')).toBeGreaterThan(0)
    await jobs.close()
    for await (const { key } of gateway.services.objects.list(`liveness-parts/${user.user_id}/`)) expect(key).toBe('')
    await line.close()
    await page.context().close()
  })

  it('and the page is loaded anew, it goes on from where it stopped', async () => {
    const link = await linkOf(gateway, user)
    const film = largeFilm(2.5 * MiB)
    const seen = await open('tall', 'en-US')
    const { page, requests } = seen
    await page.route('**/parts/3', (route) => route.abort())
    await page.goto(base + link.path)
    await chooseFilm(page, film)
    await reach(page, 'review')
    await act(page, 'send')
    await page.waitForSelector('#try-now:not([hidden])')
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

  it('with the last answer on it, asking again is answered, and nothing is done twice', async () => {
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

describe('when something stands in the way', () => {
  const shapes = [
    ['phone', 'pt-BR'],
    ['desk', 'en-US'],
  ] as const

  it.each([
    ['refused', 'denied'],
    ['none', 'missing'],
  ] as const)('explains a camera that is %s, and offers the other way', async (camera, step) => {
    const other = await openChromium(camera)
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

  it('explains a camera that another app holds', async () => {
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
  ])('tells somebody inside %s to open a real browser, and copies the link', async (app, userAgent) => {
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

  it('shows the link to be copied by hand where copying is forbidden', async () => {
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

  it('refuses what is no video, too large, or of another kind, and takes five attempts', async () => {
    const link = await linkOf(gateway, user, { attempts: 3 })
    const seen = await open('phone', 'pt-BR')
    const { page } = seen
    await page.goto(base + link.path)
    await reach(page, 'ready')
    await chooseFilm(page, Buffer.from('a picture'), 'image/png')
    await reach(page, 'format')
    await look(seen, 'format')
    await act(page, 'back')
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

  it('says nothing about an address that opens nothing, in the language of the reader', async () => {
    for (const [size, locale] of shapes) {
      const seen = await open(size, locale)
      await seen.page.goto(`${base}/liveness/nothing`)
      await look(seen, 'nothing')
      await seen.page.click('.language')
      expect(await seen.page.getAttribute('html', 'lang')).toBe(locale === 'pt-BR' ? 'en-US' : 'pt-BR')
      await seen.page.context().close()
    }
  })
})
