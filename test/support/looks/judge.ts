import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { barriers } from '../chromium.ts'

const cutInPage = readFileSync(new URL('cut-in-page.js', import.meta.url), 'utf8')

/** All that is wrong with a page as it stands: what is in somebody's way, and what cannot be read. Rules of axe may be left out. */
export async function judge(page: Page, without: string[] = []): Promise<string[]> {
  const cut = (await page.evaluate(`${cutInPage};cutInPage()`)) as string[]
  return [...cut, ...(await barriers(page, without))]
}
