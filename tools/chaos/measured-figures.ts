import { readFileSync, writeFileSync } from 'node:fs'
import type { Text } from '@eclusa/gateway/src/platform/language.ts'

/** The last result of a drill. Stored beside the code, and shown by docs/guides/guarantees.md. */
export interface Figure {
  /** One per drill: a newer one replaces it. */
  name: string
  command: string
  tried: Text
  seen: Text
  /** The day, and the tested commit. */
  date: string
  commit: string
}

const file = new URL('measured-figures.json', import.meta.url)

export const readFigures = () => JSON.parse(readFileSync(file, 'utf8')) as Figure[]

/** Replaces the result of the same name, or appends it. `npm run contract` then shows it. */
export function keepFigure(figure: Figure): void {
  const kept = readFigures()
  const at = kept.findIndex(({ name }) => name === figure.name)
  const all = at === -1 ? [...kept, figure] : kept.with(at, figure)
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}
