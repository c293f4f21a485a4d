/** The two languages of every text a person may read. A `Text` without one of them does not compile. */
export const languages = ['pt-BR', 'en-US'] as const

export type Language = (typeof languages)[number]
export type Text = Record<Language, string>

export const defaultLanguage: Language = 'pt-BR'

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** The language of a tag in any case, because BCP 47 tags are case-insensitive. */
export function languageOfTag(tag: unknown): Language | undefined {
  return typeof tag === 'string' ? languages.find((one) => one.toLowerCase() === tag.toLowerCase()) : undefined
}

/** Whether the value is a text in both languages, of which a response carries one. */
export function isText(value: object): value is Text {
  return languages.every((language) => language in value)
}

export function both(portuguese: string, english: string): Text {
  return { 'pt-BR': portuguese, 'en-US': english }
}

/** Joins a text that is written on several lines into one paragraph. */
export function prose(portuguese: string, english: string): Text {
  return both(fold(portuguese), fold(english))
}

const fold = (text: string) => text.replaceAll(/\s+/g, ' ')

/** For a page: the language chosen with the switch, or the browser's first preference, or the page's default. */
export function readerLanguage(
  asked: unknown,
  preferred: string | undefined,
  fallback: Language = defaultLanguage,
): Language {
  if (isLanguage(asked)) return asked
  const ranked = (preferred ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', weight] = entry
        .trim()
        .toLowerCase()
        .split(/;\s*q=/)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => weight > 0 && /^(pt|en)\b/.test(tag))
    .toSorted((a, b) => b.weight - a.weight)
  const [first] = ranked
  return first ? languages.find((language) => language.startsWith(first.tag.slice(0, 2)))! : fallback
}
