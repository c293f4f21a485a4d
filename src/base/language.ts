/** The two languages every text a person may read exists in. A `Text` with one of them missing does not compile. */
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

/** Whether it is something said in words, which leaves in the one language that was asked for. */
export function isText(value: object): value is Text {
  return languages.every((language) => language in value)
}

export function both(portuguese: string, english: string): Text {
  return { 'pt-BR': portuguese, 'en-US': english }
}

/** A text that takes several lines where it is written, and is one paragraph to who reads it. */
export function prose(portuguese: string, english: string): Text {
  return both(fold(portuguese), fold(english))
}

const fold = (text: string) => text.replaceAll(/\s+/g, ' ')

/** For a page: the language asked for by the switch, or the first the browser prefers, or the page's own. */
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
