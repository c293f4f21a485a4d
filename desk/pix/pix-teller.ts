import type { Teller } from '../timeline/teller.ts'
import { type Language, said } from '../words/language.ts'
import { pix } from './words.ts'

/** What happened to a case of Pix. The words are those of the last part: which kind of record it is the page has said. */
export function pixTeller(language: Language, statuses: Record<string, string>): Teller {
  const say = pix[language]
  return {
    told: ({ what }) => ({ what: said(say.events, what.slice(what.lastIndexOf('.') + 1)), by: say.gateway }),
    status: (status) => said(statuses, status),
  }
}
