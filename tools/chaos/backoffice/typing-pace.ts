import type { Browser, Page } from 'playwright-core'

const LOADS = 10
/** A page without content for this long has failed. */
const PATIENCE_MS = 30_000

export interface Pace {
  /** From the navigation to the painted rows of the queue, for a logged-in person. */
  first_page_cold_ms: Spread
  first_page_warm_ms: Spread
  /** The transferred bytes. */
  first_page_bytes: number
  /** From the key that sends a decision to the painted page of the next case. */
  next_case_ms: Spread
  /** The part of it until the decision is confirmed. */
  decided_ms: Spread
}

interface Spread {
  median: number
  worst: number
}

const spread = (times: number[]): Spread => {
  const sorted = times.toSorted((one, other) => one - other)
  return { median: Math.round(sorted[Math.floor(sorted.length / 2)]!), worst: Math.round(sorted.at(-1)!) }
}

/** In the page: the paint time of the element that `sign` selects, by the navigation clock. */
const painted = (sign: string) => `new Promise((resolve, reject) => {
  const began = performance.now()
  const look = () => {
    if (performance.now() - began > ${PATIENCE_MS}) return reject(new Error('never painted: ' + document.body.innerText))
    if (!(${sign})) return requestAnimationFrame(look)
    // After the frame that paints it.
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
  }
  look()
})`

const ROWS = `document.querySelectorAll('main ol > li').length >= 50`

export async function measure(chromium: Browser, url: string, decisions: number): Promise<Pace> {
  const page = await logIn(chromium, url)
  const storageState = await page.context().storageState()
  const cold: number[] = []
  const warm: number[] = []
  let bytes = 0
  for (let load = 0; load < LOADS; load += 1) {
    // A context of its own has an empty cache.
    const context = await chromium.newContext({ ...looks, storageState })
    const fresh = await context.newPage()
    cold.push(await firstPage(fresh, url))
    bytes = Number(await fresh.evaluate(ASSET_BYTES))
    warm.push(await firstPage(fresh, url))
    await context.close()
  }
  const decided: number[] = []
  const next: number[] = []
  await page.keyboard.press('n')
  await page.waitForURL(/\/cases\//)
  while (next.length < decisions) {
    const times = await decideAndGoOn(page)
    if (!times) continue
    decided.push(times.decided)
    next.push(times.next)
  }
  await page.context().close()
  return {
    first_page_cold_ms: spread(cold),
    first_page_warm_ms: spread(warm),
    first_page_bytes: bytes,
    next_case_ms: spread(next),
    decided_ms: spread(decided),
  }
}

const looks = { locale: 'pt-BR', viewport: { width: 1280, height: 800 } }
const ASSET_BYTES = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

async function logIn(chromium: Browser, url: string): Promise<Page> {
  const page = await (await chromium.newContext(looks)).newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(url)
  await page.getByRole('button', { name: /^Ana/ }).click()
  await page.waitForURL(`${url}/`)
  await page.evaluate(painted(ROWS))
  return page
}

async function firstPage(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  return Number(await page.evaluate(painted(ROWS)))
}

/** The case in the URL, with its facts. */
const CASE = `document.querySelector('main header [title="' + location.pathname.split('/').at(-1) + '"]')`
/** Shown in place of the decision form, with the link to the next case. */
const DECIDED = `!document.querySelector('main [name="verdict"]') && document.activeElement.matches('main button')`

/**
 * Decides the case with its first option and the first offered reason, and continues at the confirmation. A case that cannot
 * be decided so is skipped.
 */
async function decideAndGoOn(page: Page): Promise<{ decided: number; next: number } | undefined> {
  await page.evaluate(painted(CASE))
  const there = JSON.stringify(page.url())
  const another = painted(`location.href !== ${there} && ${CASE}`)
  if (!(await page.evaluate(PREPARED))) {
    await page.keyboard.press('n')
    await page.evaluate(another)
    return undefined
  }
  // The listener is installed before the key is pressed, or the key may be faster.
  await page.evaluate(`void (window.measured = (async () => {
    const sent = await new Promise((resolve) =>
      addEventListener('keydown', ({ key, timeStamp }) => key === 'Enter' && resolve(timeStamp), { capture: true }))
    const decided = await ${painted(DECIDED)}
    document.activeElement.click()
    return { decided: decided - sent, next: (await ${another}) - sent }
  })())`)
  await page.keyboard.press('Control+Enter')
  return (await page.evaluate('window.measured')) as { decided: number; next: number }
}

/** In the page: selects the first option and a reason. Returns whether nothing else is required. */
const PREPARED = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  document.querySelector('main [name="verdict"]')?.click()
  await frame()
  document.querySelector('main form button[aria-pressed]')?.click()
  await frame()
  return document.querySelector('main form button[type="submit"]')?.disabled === false
})()`
