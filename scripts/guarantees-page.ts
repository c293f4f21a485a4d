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
      head: ['what happened', 'runs', 'writes acknowledged', 'lost', 'longest away', 'the operator saw', 'when'],
      together: 'together',
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
        'escritas confirmadas',
        'perdidas',
        'mais tempo fora',
        'o operador viu',
        'quando',
      ],
      together: 'juntas',
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

/** A line for each fault, over all its runs; then for each control; and the sum of what held. */
function fireRows(runs: KeptRun[], language: Language): string[][] {
  const { together, control, nothing } = words[language].fire
  const count = new Intl.NumberFormat(language)
  const line = (title: string, those: KeptRun[], lost: string) => {
    const writes = those.reduce((sum, { acknowledged, records }) => sum + acknowledged + records, 0)
    const away = Math.max(0, ...those.map(({ unavailable_ms }) => unavailable_ms)) / 1_000
    const saw = those.at(-1)?.saw.map((each) => `\`${each}\``) ?? []
    const when = those.at(-1) ? `${those.at(-1)!.day}, \`${those.at(-1)!.commit}\`` : ''
    return [
      title,
      String(those.length),
      count.format(writes),
      lost,
      `${count.format(away)} s`,
      saw.join(' ') || nothing,
      when,
    ]
  }
  const held = runs.filter((run) => run.control === undefined)
  const ofFaults = faults.map(({ name, what }) =>
    line(
      what[language],
      held.filter(({ fault }) => fault === name),
      '0',
    ),
  )
  const ofControls = controls.map(({ name, what }) => {
    const those = runs.filter((run) => run.control === name)
    const lost = Object.entries(those.at(-1)?.lost ?? {}).map(([kind, times]) => `${kind} ${times}`)
    return line(`${control}: ${what[language]}`, those, lost.join(', '))
  })
  const [, sum, writes, lost, away] = line(together, held, '0')
  return [...ofFaults, ...ofControls, [together, sum!, writes!, lost!, away!, '', '']]
}
