import { kept } from './local-setting.ts'

export const languages = ['pt-BR', 'en-US'] as const
export type Language = (typeof languages)[number]

/** Portuguese, unless the browser asks for English. */
export const language = kept<Language>('language', languages, /^en\b/i.test(navigator.language) ? 'en-US' : 'pt-BR')

/** The words of one folder in both languages. Each must have every word that the other has. */
export function defineMessages<Words>(both: { 'pt-BR': Words; 'en-US': NoInfer<Words> }): Record<Language, Words> {
  return both
}

/** These words in the language of the reader. */
export function useMessages<Words>(both: Record<Language, Words>): Words {
  return both[language.use()]
}

/** The word for a value of an open enumeration. A value of a later version has no word, and is shown unchanged. */
export function said(table: Record<string, string>, value: string): string {
  return table[value] ?? value
}
