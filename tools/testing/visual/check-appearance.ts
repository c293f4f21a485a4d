import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { barriers } from '../chromium.ts'

const cutInPage = readFileSync(new URL('cut-in-page.js', import.meta.url), 'utf8')

/** All problems of a page: accessibility by axe, and layout. Rules of axe may be left out. */
export async function judge(page: Page, without: string[] = []): Promise<string[]> {
  const cut = (await page.evaluate(`${cutInPage};cutInPage()`)) as string[]
  return [...cut, ...(await barriers(page, without))]
}
