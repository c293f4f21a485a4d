import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import {
  createStaticAsset,
  immutableCache,
  noCache,
  type StaticAsset,
  shortCache,
} from '../platform/http/static-asset.ts'
import type { Language } from '../platform/language.ts'
import { createDocCollection, readIndex, shelfNames } from './doc-collections.ts'
import { languageOf } from './language-of.ts'
import { type Around, landing, leaf } from './page.ts'
import { renderMarkdown, titleOf } from './render-markdown.ts'

const hidden = { schema: { hide: true } }
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
  `base-uri 'none'`,
].join('; ')

const pictures = new URL('../../../../docs/images/', import.meta.url)
const pictureTypes: Record<string, string> = { svg: 'image/svg+xml', webp: 'image/webp' }
/** Images contain their own styles, for light and dark, and may load nothing else. */
const drawn = { 'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'` }

/** Serves guides, errors and events as pages, with a landing page. Each page is rendered on its first request. */
export function mountPages(app: FastifyInstance): void {
  const css = readAsset('docs.css', 'text/css; charset=utf-8')
  const js = readAsset('docs.js', 'text/javascript; charset=utf-8')
  const assets = { css: `/docs/assets/${css.hash}.css`, js: `/docs/assets/${js.hash}.js` }
  // Under the file name of any version: while two versions run side by side, each receives requests for the other's
  // files.
  type Named = { Params: { hash: string } }
  for (const [ending, asset] of Object.entries({ css, js }))
    app.get<Named>(`/docs/assets/:hash(^[0-9a-f]{16}).${ending}`, hidden, (request, reply) =>
      asset.send(request, reply, request.params.hash === asset.hash ? immutableCache : noCache),
    )

  for (const name of readdirSync(pictures)) {
    const type = pictureTypes[name.slice(name.lastIndexOf('.') + 1)]
    if (!type) throw new Error(`docs/images/${name} is of no kind that is served`)
    const picture = createStaticAsset(type, readFileSync(new URL(name, pictures)), drawn)
    app.get(`/docs/images/${name}`, hidden, (request, reply) => picture.send(request, reply, shortCache))
  }

  const shelves = Object.fromEntries(shelfNames.map((name) => [name, createDocCollection(name)]))
  const around = (language: Language, here?: string): Around => {
    const guides = readIndex(shelves['guides']!, language)
    return { language, assets, guides, ...(here && { here }) }
  }
  const made = new Map<string, StaticAsset>()
  const once = (key: string, make: () => StaticAsset) => {
    if (!made.has(key)) made.set(key, make())
    return made.get(key)!
  }

  app.get('/docs/', hidden, (request, reply) => {
    const language = languageOf(request)
    const first = () =>
      landing(around(language), shelves['errors']!.links(language), shelves['events']!.links(language))
    return once(`/${language}`, () => html(first(), language)).send(request, reply, shortCache)
  })
  for (const [shelf, { names, read }] of Object.entries(shelves)) {
    app.get<{ Params: { name: string } }>(`/docs/${shelf}/:name`, hidden, (request, reply) => {
      const language = languageOf(request)
      const [, name = '', asWritten] = /^(.*?)(\.md)?$/.exec(request.params.name)!
      if (!names.includes(name)) return reply.callNotFound()
      const make = () => {
        const text = read(name, language)
        if (asWritten) return still('text/markdown; charset=utf-8', text, language)
        const here = `/docs/${shelf}/${name}`
        const source = `${here}.md?lang=${language}`
        return html(leaf(titleOf(text), renderMarkdown(text, language), source, around(language, here)), language)
      }
      return once(`${shelf}/${request.params.name}/${language}`, make).send(request, reply, shortCache)
    })
  }
}

const html = (text: string, language: Language) => still('text/html; charset=utf-8', text, language)

function still(type: string, text: string, language: Language): StaticAsset {
  return createStaticAsset(type, text, {
    'content-security-policy': policy,
    'content-language': language,
    vary: 'accept-language',
  })
}

function readAsset(name: string, type: string): StaticAsset {
  return createStaticAsset(type, readFileSync(new URL(`browser/${name}`, import.meta.url)))
}
