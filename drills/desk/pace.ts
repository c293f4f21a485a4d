import type { Browser, Page } from 'playwright-core'

const LOADS = 10
/** A page that shows nothing for so long shows nothing. */
const PATIENCE_MS = 30_000

export interface Pace {
  /** From the address to the painted rows of the queue, of a person who is logged in. */
  first_page_cold_ms: Spread
  first_page_warm_ms: Spread
  /** What is fetched for it, as it is sent. */
  first_page_bytes: number
  /** From the key that sends a decision to the painted page of the next case. */
  next_case_ms: Spread
  /** How much of that goes by until it is said that the decision is made. */
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

/** In the page: when what `sign` asks for is painted, by the clock that began with the navigation. */
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
    // A context of its own has nothing in its cache.
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

/** The case in the address, with its facts. */
const CASE = `document.querySelector('main header [title="' + location.pathname.split('/').at(-1) + '"]')`
/** Said in the place of the decision, with the way to the next case under the hand that made it. */
const DECIDED = `!document.querySelector('main [name="verdict"]') && document.activeElement.matches('main button')`

/**
 * Decides the case in hand with its first verdict and the first reason at hand, and goes on as soon as it is said that it is
 * decided, like somebody who needs no time to look. What cannot be decided so is passed over.
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
  // Heard before it is pressed: a key may otherwise be faster than who listens for it.
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

/** In the page: chooses the first verdict and a reason for it. Whether that is all that has to be said. */
const PREPARED = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  document.querySelector('main [name="verdict"]')?.click()
  await frame()
  document.querySelector('main form button[aria-pressed]')?.click()
  await frame()
  return document.querySelector('main form button[type="submit"]')?.disabled === false
})()`
