import { createDocCollection, type ShelfName, shelfNames } from '@eclusa/gateway/src/docs/doc-collections.ts'
import type { VisualView } from './view.ts'

const TEXT = 'main h1'
const path = (shelf: ShelfName, name: string) => `/docs/${shelf}/${name}`
const longestWord = (text: string) => Math.max(...text.split(/\s+/).map((word) => word.length))

/**
 * Every guide; and of the other collections, whose pages are generated alike, the longest page and the one with the longest
 * word.
 */
function pagesOf(shelf: ShelfName): string[] {
  const { names, read } = createDocCollection(shelf)
  if (shelf === 'guides') return names
  const most = (measure: (text: string) => number) =>
    names.reduce((best, name) => (measure(read(name, 'pt-BR')) > measure(read(best, 'pt-BR')) ? name : best))
  return [...new Set([most((text) => text.length), most(longestWord)])]
}

/** Every kind of page of the docs. */
export const docsSights = (): VisualView[] => [
  // First, so that the suite always checks it in the same variant: its exceptions depend on the variant.
  { name: 'reference', path: '/docs/reference/', sign: '.scalar-app h1' },
  { name: 'first', path: '/docs/', sign: TEXT },
  { name: 'found', path: '/docs/?q=replay', sign: TEXT },
  { name: 'found-nothing', path: '/docs/?q=zzz', sign: '#nothing:not([hidden])' },
  ...shelfNames.flatMap((shelf) =>
    pagesOf(shelf).map((name): VisualView => ({ name: `${shelf}-${name}`, path: path(shelf, name), sign: TEXT })),
  ),
]
