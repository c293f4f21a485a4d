import type { Page } from 'playwright-core'
import { keepPicture } from '../chromium.ts'
import { judge } from './judge.ts'
import { type Look, nameOf, sizeOf } from './look.ts'
import { keepSmallPicture } from './small-picture.ts'

/** A page as somebody comes to see it: where it is, by what one knows that it is drawn, and what was opened in it. */
export interface Sight {
  name: string
  path: string
  /** What is there once the page is. */
  sign: string
  /** Opens what is to be seen. It may know no words, for it does the same in both languages. */
  open?: (page: Page) => Promise<void>
  /** Something is refused there, of which a browser complains by itself. */
  refused?: true
  /** Who looks, where that is not the one who may do everything. */
  as?: string
}

/** Opens what a key opens. */
export const press = (key: string) => async (page: Page) => {
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
}

/** One thing that is wrong, and in which look. */
export interface Finding {
  look: string
  what: string
}

/** What lies over a page, and is as large as the screen at most. */
const OVER = '[role="dialog"], [role="menu"]'

/** What is only drawn when somebody comes near is drawn at once: nobody comes near here, and all of it is looked at. */
const DRAW_ALL = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}`

/** By then a page wears the colours it was told to. */
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))'

/** Where a page is: everywhere the same, or for each language at another address. */
type Address = string | ((look: Look) => string)

/**
 * Looks at a page so, one look after the other, and answers what is wrong. Where pictures are kept, under this name, it is
 * loaded anew for each language and width; else it is changed as it stands, which is quicker, unless it is elsewhere.
 */
export async function see(page: Page, at: Address, sight: Sight, looks: Look[], name?: string): Promise<Finding[]> {
  const addressOf = (look: Look) => (typeof at === 'string' ? at : at(look))
  const found: Finding[] = []
  let before: Look | undefined
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
    // Colours are the same at every width: where it has to be quick each light is judged once.
    const isNew = name !== undefined || !lit.has(look.theme)
    lit.add(look.theme)
    for (const what of await judge(page, isNew ? [] : ['color-contrast'])) found.push({ look: nameOf(look), what })
  }
  return found
}

/** As if the window were made smaller, and the language chosen in another one. */
async function change(page: Page, look: Look): Promise<void> {
  await page.setViewportSize(sizeOf(look))
  await page.evaluate(`localStorage.setItem('language', '${look.language}')`)
  await page.evaluate(`dispatchEvent(new StorageEvent('storage', { key: 'language' }))`)
}

/** Where it is, if not elsewhere altogether. */
export const urlOf = (origin: string, { path }: Sight) => (path.startsWith('http') ? path : `${origin}${path}`)

/** The paths that a router has, as they are written there. */
export const pathsOf = (router: string) => [...router.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path]) => path!)

/** Those that nobody looks at. */
export function unseen(paths: string[], sights: Sight[]): string[] {
  const seen = sights.map(({ path }) => path.split('?')[0]!)
  return paths.filter((path) => {
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return !seen.some((one) => pattern.test(one))
  })
}
