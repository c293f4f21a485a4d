import { readFileSync, writeFileSync } from 'node:fs'
import type { Text } from '../src/base/language.ts'

/** What a drill was last seen to come to. Kept beside the code, and shown by docs/guides/guarantees.md. */
export interface Figure {
  /** Of which there is one: a newer one takes its place. */
  name: string
  command: string
  tried: Text
  seen: Text
  /** The day, and the commit that was tried. */
  date: string
  commit: string
}

const file = new URL('figures.json', import.meta.url)

export const readFigures = () => JSON.parse(readFileSync(file, 'utf8')) as Figure[]

/** In the place of the one of its name, or as the last. `npm run contract` then shows it. */
export function keepFigure(figure: Figure): void {
  const kept = readFigures()
  const at = kept.findIndex(({ name }) => name === figure.name)
  const all = at === -1 ? [...kept, figure] : kept.with(at, figure)
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}
