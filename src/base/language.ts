/** The two languages every text a person may read exists in. A `Text` with one of them missing does not compile. */
export const languages = ['pt-BR', 'en-US'] as const

export type Language = (typeof languages)[number]
export type Text = Record<Language, string>

export const defaultLanguage: Language = 'pt-BR'

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** Whether it is something said in words, which leaves in the one language that was asked for. */
export function isText(value: object): value is Text {
  return languages.every((language) => language in value)
}
