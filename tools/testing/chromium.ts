import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { installed } from '@eclusa/simulators/debian.ts'
import type { Result } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

/** The default timeout of vitest.config.ts applies to pages too. */
const PATIENCE_MS = 60_000

/** Draws pages and has no window: it starts in a third of the time and uses half of the processor time of the whole browser. */
const SHELL = 'chromium-headless-shell'
/** The shell has no permission prompt that a person could refuse, and no PDF viewer. */
const BROWSER = 'chromium'
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
const cameras = {
  /** A moving test image as the camera, always allowed. */
  given: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  /** The same without permission. */
  refused: ['--use-fake-device-for-media-stream'],
  none: [],
}

/** A real browser with such a camera. The whole browser only where the shell does not suffice. */
export async function createChromium(camera: keyof typeof cameras, whole = camera === 'refused'): Promise<Browser> {
  const program = whole ? BROWSER : SHELL
  const executablePath = `/usr/bin/${program}`
  await installed([executablePath], [program])
  const browser = await chromium.launch({ executablePath, args: [...flags, ...cameras[camera]] })
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS))
  return browser
}

const folder = new URL('../../artefacts/screenshots/', import.meta.url)

/** Stores a screenshot, of the screen or of the whole page. */
export async function keepPicture(page: Page, name: string, fullPage = true): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: new URL(`${name}.png`, folder).pathname, fullPage, animations: 'disabled' })
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Serious accessibility problems, by axe. Rules may be left out. */
export async function barriers(page: Page, without: string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  if (!(await page.evaluate('globalThis.axe !== undefined'))) await page.evaluate(axe)
  const found = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], rules: ${JSON.stringify(rules)} }).then(({ violations }) => violations)`,
  )
  return (found as Result[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
