import { problemExamples } from './contract-examples.ts'
import { eventTypes } from './event-types.ts'
import { descriptionOf } from './http/openapi.ts'
import type { Route } from './http/route.ts'
import fields from './words.pt-BR.json' with { type: 'json' }

/** A list of error codes is the same in every language. */
const codes = /^`\w+`(, `\w+`)*$/
/** Keys with data, which need no translation. */
const data = new Set(['example', 'examples', 'default', 'enum', 'const', 'x-extensible-enum'])

/**
 * Translates the contract to Portuguese: each summary and description is looked up by its English text. Texts of
 * operations and events are declared in both languages; the short texts of fields and parameters are in a separate
 * list, because a schema has room for one language. A missing translation is an error, so that no contract is half
 * translated.
 */
export function inPortuguese<Document extends object>(document: Document, routes: Route[]): Document {
  const words = new Map(Object.entries(fields))
  const told = [...routes.flatMap((route) => [route.summary, descriptionOf(route)]), ...eventTypes.map(summaryOf)]
  for (const text of told) words.set(text['en-US'], text['pt-BR'])
  const missing = new Set<string>()

  const say = (english: string) => {
    const portuguese = codes.test(english) ? english : words.get(english)
    if (portuguese === undefined) missing.add(english)
    return portuguese
  }
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(
      Object.entries(node).map(([name, member]: [string, unknown]) => {
        if (data.has(name)) return [name, member]
        const isSaid = (name === 'summary' || name === 'description') && typeof member === 'string'
        return [name, isSaid ? say(member) : walk(member)]
      }),
    )
  }
  const { components, ...rest } = walk(document) as Document & { components?: object }
  if (missing.size > 0)
    throw new Error(`apps/gateway/src/words.pt-BR.json has no Portuguese for:\n${[...missing].join('\n')}`)
  const examples = problemExamples(routes, 'pt-BR')
  return { ...rest, ...(components && { components: { ...components, examples } }) } as Document
}

const summaryOf = ({ summary }: (typeof eventTypes)[number]) => summary

/** Listed texts that the contract no longer contains. */
export function unusedWords(text: string): string[] {
  return Object.keys(fields).filter((english) => !text.includes(JSON.stringify(english)))
}
