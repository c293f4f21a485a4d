import { readFigures } from '../drills/figures.ts'
import type { Language } from '../src/base/language.ts'
import { table } from './table.ts'

const words = {
  'en-US': { heading: '## Last figures', head: ['what was tried', 'what was seen', 'by', 'when'] },
  'pt-BR': { heading: '## Últimas medidas', head: ['o que foi tentado', 'o que se viu', 'com', 'quando'] },
} satisfies Record<Language, object>

/** The page as somebody wrote it, with the figures that are kept as the table under their heading. */
export function guaranteesPage(written: string, language: Language): string {
  const { heading, head } = words[language]
  const [before, after, ...more] = written.split(`${heading}\n`)
  if (after === undefined || more.length > 0) throw new Error(`the page of guarantees has not one '${heading}'`)
  const rows = readFigures().map(({ command, tried, seen, date, commit }) => [
    tried[language],
    seen[language],
    `\`${command}\``,
    `${date}, \`${commit}\``,
  ])
  // What stands behind the table is written by hand, and stays.
  const prose = after.replace(/^\n(?:\|.*\n)*\n?/, '')
  return `${before}${heading}\n\n${table(head, rows)}\n\n${prose}`
}
