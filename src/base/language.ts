/** The two languages every text a person may read exists in. A `Text` with one of them missing does not compile. */
export const languages = ['pt-BR', 'en-US'] as const

export type Language = (typeof languages)[number]
export type Text = Record<Language, string>

export const defaultLanguage: Language = 'pt-BR'

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}
