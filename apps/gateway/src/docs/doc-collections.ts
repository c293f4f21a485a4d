import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Language } from '../platform/language.ts'
import { inLanguage, titleOf } from './render-markdown.ts'

/** The served folders of documents. The first three are for integrators. */
export const shelfNames = ['guides', 'errors', 'events', 'reference', 'decisions'] as const
export type ShelfName = (typeof shelfNames)[number]

export interface DocLink {
  href: string
  title: string
}

export interface Shelf {
  names: string[]
  /** The Markdown source, in that language if it exists. */
  read: (name: string, language: Language) => string
  links: (language: Language) => DocLink[]
}

/** A group of guides, with its heading in their index. */
export interface GuideGroup {
  title: string
  links: DocLink[]
}

/** The guides in the order of their index in that language, grouped by audience. */
export function readIndex({ links }: Shelf, language: Language): GuideGroup[] {
  const folder = new URL('../../../../docs/guides/', import.meta.url)
  const translated = new URL(`${language}/README.md`, folder)
  const index = readFileSync(existsSync(translated) ? translated : new URL('README.md', folder), 'utf8')
  const all = links(language)
  return index
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const named = [...part.matchAll(/\]\((?:\.\.\/)?([\w-]+)\.md\)/g)].map(([, name]) => `/docs/guides/${name}`)
      const title = part.slice(0, part.indexOf('\n'))
      return { title, links: named.flatMap((href) => all.filter((link) => link.href === href)) }
    })
}

/**
 * File names are read at the start, texts on the first request. A translation is a separate file, or half of the same
 * file.
 */
export function createDocCollection(shelf: ShelfName): Shelf {
  const folder = new URL(`../../../../docs/${shelf}/`, import.meta.url)
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -3))
  const read = (name: string, language: Language) => {
    const translated = new URL(`${language}/${name}.md`, folder)
    const file = existsSync(translated) ? translated : new URL(`${name}.md`, folder)
    return inLanguage(readFileSync(file, 'utf8'), language)
  }
  const links = (language: Language) =>
    names.map((name) => ({
      href: `/docs/${shelf}/${name}`,
      title: shelf === 'guides' ? titleOf(read(name, language)) || name : name,
    }))
  return { names, read, links }
}
