import type { Language } from '@eclusa/gateway/src/platform/language.ts'
import type { DeclaredError } from './errors.ts'

const words = {
  'pt-BR': { language: 'Português', from: 'Pode vir de' },
  'en-US': { language: 'English', from: 'Can come from' },
} satisfies Record<Language, object>
const headings = Object.values(words).map(({ language }) => `## ${language}`)

/** The page of an error: a head generated from its declaration, and hand-written text below the first heading. */
export function errorPage(error: DeclaredError, written: string | undefined): string {
  const { code, status } = error.kind
  const from = (Object.keys(words) as Language[]).map((language) => `- ${origin(error, language)}`)
  const head = [`# ${code}\n`, `HTTP status: ${status}\n`, ...from].join('\n')
  return `${head}\n\n${prose(written) ?? `${headings.join('\n\n')}\n`}`
}

function origin({ kind, operations, place }: DeclaredError, language: Language): string {
  const named = operations.map((name) => `\`${name}\``)
  const { language: said, from } = words[language]
  return `${said}: _${kind.title[language]}_. ${from}: ${[...(place ? [place[language]] : []), ...named].join(', ')}.`
}

function prose(written: string | undefined): string | undefined {
  const begin = written?.search(/^## /m) ?? -1
  return begin < 0 ? undefined : written!.slice(begin)
}

/** The headings of a page that are missing or empty. */
export function emptyHeadings(page: string): string[] {
  return headings.filter((heading) => {
    const [, said = ''] = page.split(`${heading}\n`)
    return said.split(/^## /m)[0]!.trim() === ''
  })
}
