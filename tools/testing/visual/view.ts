import type { Page } from 'playwright-core'
import { keepPicture } from '../chromium.ts'
import { type Appearance, nameOf, sizeOf } from './appearance.ts'
import { judge } from './check-appearance.ts'
import { keepSmallPicture } from './small-picture.ts'

/** A page to check: its URL, the selector that shows that it is drawn, and the opened element. */
export interface VisualView {
  name: string
  path: string
  /** Present once the page is drawn. */
  sign: string
  /** Opens the element to check. It uses no texts, because it runs in both languages. */
  open?: (page: Page) => Promise<void>
  /** A request is rejected there, which the browser logs. */
  refused?: true
  /** The person, if not the one with all roles. */
  as?: string
}

/** Opens the element of a keyboard shortcut. */
export const press = (key: string) => async (page: Page) => {
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
}

/** One problem, with its variant. */
export interface ViewFinding {
  look: string
  what: string
}

/** An overlay of the page, at most as large as the screen. */
const OVER = '[role="dialog"], [role="menu"]'

/** Content that renders only near the viewport is rendered at once, because all of it is checked. */
const DRAW_ALL = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}`

/** By then the page has the requested colours. */
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))'

/** The URL of a page: the same for all, or one for each language. */
type ViewAddress = string | ((look: Appearance) => string)

/**
 * Checks a page in one variant after the other, and returns the problems. With screenshots, under this name, it is reloaded
 * for each language and width. Otherwise it is changed in place, which is faster, unless its URL differs.
 */
export async function see(
  page: Page,
  at: ViewAddress,
  sight: VisualView,
  looks: Appearance[],
  name?: string,
): Promise<ViewFinding[]> {
  const addressOf = (look: Appearance) => (typeof at === 'string' ? at : at(look))
  const found: ViewFinding[] = []
  let before: Appearance | undefined
  const lit = new Set<string>()
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' })
    const isSame = before?.language === look.language && before.width === look.width
    if (!before || (name && !isSame) || addressOf(before) !== addressOf(look)) {
      await page.setViewportSize(sizeOf(look))
      await page.evaluate(`localStorage.setItem('language', '${look.language}')`)
      await page.goto(addressOf(look))
      await page.locator(sight.sign).first().waitFor()
      await page.evaluate(DRAW_ALL)
      await sight.open?.(page)
    } else if (!isSame) await change(page, look)
    before = look
    await page.evaluate('scrollTo(0, 0)')
    if (name) {
      await keepPicture(page, `${name}-${nameOf(look)}`, !(await page.locator(OVER).count()))
      await keepSmallPicture(page, `${name}-${nameOf(look)}`)
    }
    await page.evaluate(DRAWN)
    // Colours are the same at every width: where time matters each theme is checked once.
    const isNew = name !== undefined || !lit.has(look.theme)
    lit.add(look.theme)
    for (const what of await judge(page, isNew ? [] : ['color-contrast'])) found.push({ look: nameOf(look), what })
  }
  return found
}

/** Like a smaller window, and the language chosen in another one. */
async function change(page: Page, look: Appearance): Promise<void> {
  await page.setViewportSize(sizeOf(look))
  await page.evaluate(`localStorage.setItem('language', '${look.language}')`)
  await page.evaluate(`dispatchEvent(new StorageEvent('storage', { key: 'language' }))`)
}

/** Its path, if not at another origin. */
export const urlOf = (origin: string, { path }: VisualView) => (path.startsWith('http') ? path : `${origin}${path}`)

/** The paths of a router, as they are written there. */
export const pathsOf = (router: string) => [...router.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path]) => path!)

/** Those without a check. */
export function unseen(paths: string[], sights: VisualView[]): string[] {
  const seen = sights.map(({ path }) => path.split('?')[0]!)
  return paths.filter((path) => {
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return !seen.some((one) => pattern.test(one))
  })
}
