import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Language } from '../base/language.ts'
import type { Link } from './page.ts'
import { inLanguage, titleOf } from './render-markdown.ts'

/** The folders of documents that are served. The first three are what an integrator looks for. */
export const shelfNames = ['guides', 'errors', 'events', 'reference', 'decisions'] as const
export type ShelfName = (typeof shelfNames)[number]

export interface Shelf {
  names: string[]
  /** The document as it is written, in that language where it is. */
  read: (name: string, language: Language) => string
  links: (language: Language) => Link[]
}

/** Names are read at the start, texts when somebody asks. A translation is a file of its own, or half of the one file. */
export function openShelf(shelf: ShelfName): Shelf {
  const folder = new URL(`../../docs/${shelf}/`, import.meta.url)
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
