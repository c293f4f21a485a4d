import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { barriers, keepPicture } from './chromium.ts'

const languages = [
  ['pt-BR', 'Português'],
  ['en-US', 'English'],
] as const
const widths = [390, 768, 1280]

/**
 * A page as it stands, in both languages, light and dark, at three widths: nothing is in anybody's way and nothing wider than
 * the screen. It is not loaded anew, so that what was opened and revealed in it is looked at too. A picture of each is kept.
 */
export async function everyLook(page: Page, name: string): Promise<void> {
  for (const [language, called] of languages) {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type(called)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    for (const theme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await keepPicture(page, `desk-${name}-${language}-${theme}-${width}`)
        const cut = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
        expect(cut, `${language} ${theme} ${width}`).toBe(false)
      }
      // After the pictures: by then a page wears the colours it was told to.
      expect(await barriers(page), `${language} ${theme}`).toEqual([])
    }
  }
}
