import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Screenshots in the guides, small: docs/images/ has copies of them. */
const inGuides = new Set([
  'desk-queue-en-US-light-1280',
  'desk-step-en-US-light-1280',
  'desk-recovery-way-en-US-dark-1280',
  'desk-figures-en-US-light-1280',
  'desk-infraction-en-US-dark-390',
  'room-delivery-en-US-light-1280',
])
const folder = new URL('../../../artefacts/pictures/', import.meta.url)
const WIDTH_PX = 960

/** Stores the screenshot as a small picture too, if a guide uses it. The browser scales it. */
export async function keepSmallPicture(page: Page, name: string): Promise<void> {
  if (!inGuides.has(name)) return
  const png = (await page.screenshot({ animations: 'disabled' })).toString('base64')
  // On a separate page, because the desk's policy forbids such URLs.
  const blank = await page.context().newPage()
  const webp = (await blank.evaluate(`(async () => {
    const picture = await createImageBitmap(await (await fetch('data:image/png;base64,${png}')).blob())
    const scale = Math.min(1, ${WIDTH_PX} / picture.width)
    const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale)
    const drawing = canvas.getContext('2d')
    drawing.imageSmoothingQuality = 'high'
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const small = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
    return [...new Uint8Array(await small.arrayBuffer())]
  })()`)) as number[]
  await blank.close()
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.webp`, folder), Buffer.from(webp))
}
