import { controls } from '@eclusa/chaos/fault-injection/controls.ts'
import { counted, countNames, sumOf, wrongOf } from '@eclusa/chaos/fault-injection/counts.ts'
import { faults } from '@eclusa/chaos/fault-injection/faults.ts'
import { type KeptRun, readRuns } from '@eclusa/chaos/fault-injection/save-results.ts'
import { readFigures } from '@eclusa/chaos/measured-figures.ts'
import type { Language } from '@eclusa/gateway/src/platform/language.ts'
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
      wrong: 'wrong',
    },
    counts: { heading: '## What was counted under fire', head: ['what may not be', 'seen', 'of'] },
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
      wrong: 'com erro',
    },
    counts: { heading: '## O que foi contado sob fogo', head: ['o que não pode haver', 'visto', 'de'] },
  },
} satisfies Record<Language, object>

/** The hand-written page with generated tables under its headings. */
export function guaranteesPage(written: string, language: Language): string {
  const { figures, fire, counts } = words[language]
  const runs = readRuns()
  const seen = readFigures().map(({ command, tried, seen: saw, date, commit }) => [
    tried[language],
    saw[language],
    `\`${command}\``,
    `${date}, \`${commit}\``,
  ])
  const shown = under(written, figures.heading, table(figures.head, seen))
  const burnt = under(shown, fire.heading, table(fire.head, fireRows(runs, language)))
  return under(burnt, counts.heading, table(counts.head, countRows(runs, language)))
}

/** Text after the table is hand-written and stays. */
function under(page: string, heading: string, shown: string): string {
  const [before, after, ...more] = page.split(`${heading}\n`)
  if (after === undefined || more.length > 0) throw new Error(`the page of guarantees has not one '${heading}'`)
  return `${before}${heading}\n\n${shown}\n\n${after.replace(/^\n(?:\|.*\n)*\n?/, '')}`
}

const NONE = '—'

/** Each count over all runs except controls, with its total. */
function countRows(runs: KeptRun[], language: Language): string[][] {
  const number = new Intl.NumberFormat(language)
  const totals = sumOf(runs.filter(({ control }) => control === undefined).map(({ counts }) => counts))
  return countNames.map((name) => [
    counted[name][language],
    number.format(totals[name].count),
    number.format(totals[name].of),
  ])
}

/** A line for each fault and for each control, over all its runs; and the sum of those with a fault. */
function fireRows(runs: KeptRun[], language: Language): string[][] {
  const { together, control, nothing, wrong } = words[language].fire
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const line = (title: string, those: KeptRun[]): string[] => {
    const last = those.at(-1)
    if (!last) return [title, '0', ...Array<string>(7).fill(NONE)]
    const sum = (of: (run: KeptRun) => number) => number.format(those.reduce((total, run) => total + of(run), 0))
    const totals = sumOf(those.map(({ counts }) => counts))
    const kinds = wrongOf(totals)
    const lost = number.format(kinds.reduce((total, kind) => total + totals[kind].count, 0))
    const wrongs = those.filter((run) => run.wrong.length > 0).length
    const away = number.format(Math.max(...those.map(({ unavailable_ms }) => unavailable_ms)) / 1_000)
    return [
      title,
      wrongs > 0 ? `${those.length}, ${wrongs} ${wrong}` : String(those.length),
      sum(({ acknowledged }) => acknowledged),
      sum(({ records }) => records),
      [lost, ...kinds.map((kind) => `\`${kind}\``)].join(' '),
      sum(({ errors }) => errors),
      `${away} s`,
      last.saw.map((each) => `\`${each}\``).join(' ') || nothing,
      `${last.day}, ${[...new Set(those.map(({ commit }) => `\`${commit}\``))].join(' ')}`,
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
