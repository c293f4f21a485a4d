import { mkdirSync, writeFileSync } from 'node:fs'
import { isDrawn } from '../sampled.ts'
import { type Appearance, everyLook, nameOf } from './appearance.ts'
import type { ViewFinding, VisualView } from './view.ts'

/** Set by the drill, which checks every page in every or in named variants, and reads the findings here. */
const folder = process.env['LOOKS_FOLDER']
const only = new RegExp(process.env['LOOKS_ONLY'] ?? '')
const inLooks = new RegExp(process.env['LOOKS_IN'] ?? '')

/** By default every third page, chosen by the commit, in one variant each, cycling through all twelve. */
const [STRIDE, DRAWN_OF] = [5, 3]
const oneLook = (turn: number) => [everyLook[(turn * STRIDE) % everyLook.length]!]

/** Checks pages, in one variant each or in all of them, and returns the problems, one line each. */
export async function lookAtAll(
  house: string,
  sights: VisualView[],
  look: (sight: VisualView, looks: Appearance[], name?: string) => Promise<ViewFinding[]>,
): Promise<string[]> {
  const found: string[] = []
  let [pages, seen] = [0, 0]
  for (const [turn, sight] of sights.entries()) {
    if (folder ? !only.test(sight.name) : !isDrawn(turn, DRAWN_OF)) continue
    const looks = folder ? everyLook.filter((one) => inLooks.test(nameOf(one))) : oneLook(turn)
    pages += 1
    seen += looks.length
    // A page that fails to load does not stop the others.
    const name = folder && `${house}-${sight.name}`
    const findings = await look(sight, looks, name).catch((error: unknown) => [
      { look: 'not drawn', what: String(error) },
    ])
    const lines = findings.map((one) => `${house} ${sight.name}, ${one.look}: ${one.what}`)
    found.push(...lines)
    if (folder) process.stderr.write([`${house} ${sight.name}: ${looks.length} looks`, ...lines, ''].join('\n'))
  }
  if (folder) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/${house}.json`, JSON.stringify({ pages, looks: seen, found }))
  }
  return found
}
