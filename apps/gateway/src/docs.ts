import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import scalar from '@scalar/fastify-api-reference'
import Fastify, { type FastifyInstance } from 'fastify'
import { inPortuguese } from './contract-translations.ts'
import { type CollectionContract, collectionOf } from './docs/collection.ts'
import { languageOf } from './docs/language-of.ts'
import { mountPages } from './docs/mount-pages.ts'
import type { Route } from './http/route.ts'
import {
  createStaticAsset,
  immutableCache,
  noCache,
  type StaticAsset,
  shortCache,
} from './platform/http/static-asset.ts'
import type { Language } from './platform/language.ts'

const hidden = { schema: { hide: true } }
/** The script's address in the generated reference page, replaced by its address here. */
const SCRIPT = 'js/scalar.js'
const TRY = '/docs/assets/try.js'

/**
 * Serves the contract as a page, as JSON and as a collection of requests, and a page for every error, event and guide,
 * offline and to every client. These are no API operations, so they bypass the request pipeline, and each only sends
 * prepared bytes.
 */
export function mountDocs(app: FastifyInstance, routes: Route[]): void {
  // Generated on the first request: the table of routes is complete by then, and the start of the process is not
  // delayed.
  const english = once(() => app.swagger())
  const contracts: Record<Language, () => StaticAsset> = {
    'en-US': once(() => contractIn('en-US', english())),
    'pt-BR': once(() => contractIn('pt-BR', inPortuguese(english(), routes))),
  }
  app.get('/openapi.json', hidden, (request, reply) =>
    contracts[languageOf(request)]().send(request, reply, shortCache),
  )
  const collection = once(() =>
    createStaticAsset(
      'application/json; charset=utf-8',
      JSON.stringify(collectionOf(english() as unknown as CollectionContract)),
    ),
  )
  app.get('/docs/collection.json', hidden, (request, reply) => collection().send(request, reply, shortCache))

  const reference = once(readReference)
  app.get('/docs', hidden, (_, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/reference', hidden, (_, reply) => reply.redirect('/docs/reference/', 301))
  app.get('/docs/reference/', hidden, async (request, reply) =>
    (await reference()).page.send(request, reply, shortCache),
  )
  const trying = createStaticAsset(
    'text/javascript; charset=utf-8',
    readFileSync(new URL('docs/browser/try.js', import.meta.url)),
  )
  app.get(TRY, hidden, (request, reply) => trying.send(request, reply, shortCache))
  // Under the file name of any version: while two versions run side by side, each receives requests for the other's
  // files.
  type Named = { Params: { hash: string } }
  app.get<Named>('/docs/js/:hash(^[0-9a-f]{16}).js', hidden, async (request, reply) => {
    const { script } = await reference()
    return script.send(request, reply, request.params.hash === script.hash ? immutableCache : noCache)
  })

  mountPages(app)
}

function contractIn(language: Language, document: object): StaticAsset {
  const headers = { 'content-language': language, vary: 'accept-language' }
  return createStaticAsset('application/json; charset=utf-8', JSON.stringify(document), headers)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * The reference page from its package. The package generates it uncompressed on every request, so it is requested only
 * once.
 */
async function readReference(): Promise<{ page: StaticAsset; script: StaticAsset }> {
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      customCss: readFileSync(new URL('docs/browser/reference.css', import.meta.url), 'utf8'),
      // All of these would send the reader to another site.
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  const { body } = await app.inject(`/docs/${SCRIPT}`)
  const script = createStaticAsset('text/javascript; charset=utf-8', body)
  const served = (await app.inject('/docs/')).body
  const titled = served
    .replace('<html>', '<html lang="en">')
    .replace(
      '<title>Scalar API Reference</title>',
      '<title>API reference · Eclusa</title>\n<link rel="icon" href="data:,">',
    )
  const html = titled.replace(
    `<script src="${SCRIPT}">`,
    `<script src="${TRY}"></script>\n<script src="/docs/js/${script.hash}.js">`,
  )
  await app.close()
  return {
    script,
    page: createStaticAsset('text/html; charset=utf-8', html, { 'content-security-policy': policyFor(html) }),
  }
}

/**
 * Content security policy: the page's own inline scripts are allowed by hash, and all other content comes from this
 * origin.
 */
function policyFor(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script!)
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    `default-src 'none'`,
    `script-src 'self' ${hashes.join(' ')}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')
}
