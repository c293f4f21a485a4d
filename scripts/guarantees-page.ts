import { readFigures } from '../drills/figures.ts'
import { controls } from '../drills/fire/controls.ts'
import { faults } from '../drills/fire/faults.ts'
import { type KeptRun, readRuns } from '../drills/fire/keep.ts'
import type { Language } from '../src/base/language.ts'
import { table } from './table.ts'

const words = {
  'en-US': {
    figures: { heading: '## Last figures', head: ['what was tried', 'what was seen', 'by', 'when'] },
    fire: {
      heading: '## Under fire',
      head: [
        'what happened',
        'runs',
        'requests',
        'records',
        'lost',
        'errors',
        'longest away',
        'the operator saw',
        'when',
      ],
      together: 'all in which something happened',
      control: 'control',
      nothing: 'nothing',
    },
  },
  'pt-BR': {
    figures: { heading: '## Últimas medidas', head: ['o que foi tentado', 'o que se viu', 'com', 'quando'] },
    fire: {
      heading: '## Sob fogo',
      head: [
        'o que aconteceu',
        'vezes',
        'requisições',
        'registros',
        'perdas',
        'erros',
        'mais tempo fora',
        'o operador viu',
        'quando',
      ],
      together: 'todas em que algo aconteceu',
      control: 'controle',
      nothing: 'nada',
    },
  },
} satisfies Record<Language, object>

/** The page as somebody wrote it, with what is kept as the tables under their headings. */
export function guaranteesPage(written: string, language: Language): string {
  const { figures, fire } = words[language]
  const seen = readFigures().map(({ command, tried, seen: saw, date, commit }) => [
    tried[language],
    saw[language],
    `\`${command}\``,
    `${date}, \`${commit}\``,
  ])
  const shown = under(written, figures.heading, table(figures.head, seen))
  return under(shown, fire.heading, table(fire.head, fireRows(readRuns(), language)))
}

/** What stands behind the table is written by hand, and stays. */
function under(page: string, heading: string, shown: string): string {
  const [before, after, ...more] = page.split(`${heading}\n`)
  if (after === undefined || more.length > 0) throw new Error(`the page of guarantees has not one '${heading}'`)
  return `${before}${heading}\n\n${shown}\n\n${after.replace(/^\n(?:\|.*\n)*\n?/, '')}`
}

const NONE = '—'

/** A line for each fault and for each control, over all its runs; and the sum of those in which something happened. */
function fireRows(runs: KeptRun[], language: Language): string[][] {
  const { together, control, nothing } = words[language].fire
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const line = (title: string, those: KeptRun[]): string[] => {
    const last = those.at(-1)
    if (!last) return [title, '0', ...Array<string>(7).fill(NONE)]
    const sum = (of: (run: KeptRun) => number) => number.format(those.reduce((total, run) => total + of(run), 0))
    const lost = sum((run) => Object.values(run.lost).reduce((total, times) => total + times, 0))
    const kinds = [...new Set(those.flatMap((run) => Object.keys(run.lost)))].map((kind) => `\`${kind}\``)
    const away = number.format(Math.max(...those.map(({ unavailable_ms }) => unavailable_ms)) / 1_000)
    return [
      title,
      String(those.length),
      sum(({ acknowledged }) => acknowledged),
      sum(({ records }) => records),
      [lost, ...kinds].join(' '),
      sum(({ errors }) => errors),
      `${away} s`,
      last.saw.map((each) => `\`${each}\``).join(' ') || nothing,
      `${last.day}, \`${last.commit}\``,
    ]
  }
  const ofFault = (name: string) => runs.filter((run) => run.fault === name && run.control === undefined)
  const burnt = faults.filter(({ isQuiet }) => !isQuiet).flatMap(({ name }) => ofFault(name))
  return [
    ...faults.map(({ name, what }) => line(what[language], ofFault(name))),
    ...controls.map(({ name, what }) =>
      line(
        `${control}: ${what[language]}`,
        runs.filter((run) => run.control === name),
      ),
    ),
    line(together, burnt).with(7, ''),
  ]
}
