import { mkdirSync, writeFileSync } from 'node:fs'
import { type Language, languages, type Text } from '@eclusa/gateway/src/platform/language.ts'
import { stampOf } from '@eclusa/testing/commit-stamp.ts'
import { keepFigure } from '../measured-figures.ts'
import { type Counts, kinds } from './counts.ts'
import type { AttackReport } from './report.ts'

const words: Record<Language, Record<(typeof kinds)[number] | 'wrong', string>> = {
  'en-US': {
    successes: 'successes',
    undeclared_5xx: 'undeclared 5xx',
    hangs: 'hangs',
    canaries: 'canaries',
    wrong: 'could not be tried',
  },
  'pt-BR': {
    successes: 'sucessos',
    undeclared_5xx: '5xx não declarados',
    hangs: 'sem resposta',
    canaries: 'canários',
    wrong: 'não puderam ser tentados',
  },
}

/** The four counts as the page of guarantees has them. */
export function seenIn(counts: Counts): Text {
  const told = (language: Language) => {
    const number = new Intl.NumberFormat(language)
    const within = language === 'pt-BR' ? 'em' : 'in'
    return kinds
      .map((kind) => `${counts[kind].found} ${words[language][kind]} ${within} ${number.format(counts[kind].of)}`)
      .join(', ')
      .concat(counts.wrong.length > 0 ? `; ${counts.wrong.length} ${words[language].wrong}` : '')
  }
  return Object.fromEntries(languages.map((language) => [language, told(language)])) as Text
}

/** All details. */
export function writeArtefact(tree: string, name: string, all: AttackReport[], counts: Counts): void {
  mkdirSync(`${tree}artefacts`, { recursive: true })
  const kept = { commit: stampOf().commit, at: new Date().toISOString(), parts: all, counts }
  writeFileSync(`${tree}artefacts/${name}.json`, `${JSON.stringify(kept, null, 2)}\n`)
}

/** The counts, where the page of guarantees finds them. */
export function keepCounts(counts: Counts): void {
  const stamp = stampOf()
  keepFigure({
    name: 'attack',
    command: 'npm run attack',
    tried: {
      'en-US': 'everything that somebody may try against a gateway',
      'pt-BR': 'tudo o que alguém pode tentar contra um gateway',
    },
    seen: seenIn(counts),
    date: stamp.day,
    commit: stamp.commit,
  })
}
