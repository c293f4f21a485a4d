import type { Page } from 'playwright-core'
import { keepPicture } from '../chromium.ts'
import { judge } from './judge.ts'
import { type Look, nameOf, sizeOf } from './look.ts'

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

/** One thing that is wrong, and in which look. */
export interface Finding {
  look: string
  what: string
}

/** What lies over a page, and is as large as the screen at most. */
const OVER = '[role="dialog"], [role="menu"]'

/** Looks at a page so, one look after the other, keeps a picture of each, and answers what is wrong. */
export async function see(page: Page, origin: string, sight: Sight, looks: Look[], house: string): Promise<Finding[]> {
  const found: Finding[] = []
  let [language, width]: [string, number] = ['', 0]
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' })
    if (look.language !== language || look.width !== width) {
      await page.setViewportSize(sizeOf(look))
      await page.evaluate(`localStorage.setItem('language', '${look.language}')`)
      await page.goto(sight.path.startsWith('http') ? sight.path : `${origin}${sight.path}`)
      await page.locator(sight.sign).first().waitFor()
      await sight.open?.(page)
    }
    ;[language, width] = [look.language, look.width]
    await page.evaluate('scrollTo(0, 0)')
    // Before it is judged: by then a page wears the colours it was told to.
    await keepPicture(page, `${house}-${sight.name}-${nameOf(look)}`, !(await page.locator(OVER).count()))
    for (const what of await judge(page)) found.push({ look: nameOf(look), what })
  }
  return found
}

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
