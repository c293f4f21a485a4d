import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

const shelves = ['errors', 'events', 'guides'] as const

/**
 * The contract as a page, the contract as JSON, and a page for every error, event and guide: served from here, offline, to
 * anyone. None of these is an API operation, so none passes the gate.
 */
export async function mountDocs(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())

  await app.register(reference, {
    routePrefix: '/docs',
    configuration: { url: '/openapi.json', withDefaultFonts: false, telemetry: false, hideClientButton: true },
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.url === '/docs/') reply.header('content-security-policy', policyFor(String(payload)))
    return payload
  })

  for (const shelf of shelves) {
    const pages = readPages(shelf)
    app.get<{ Params: { name: string } }>(`/docs/${shelf}/:name`, { schema: { hide: true } }, (request, reply) => {
      const page = pages.get(request.params.name)
      if (!page) return reply.callNotFound()
      return reply
        .header('content-security-policy', `default-src 'none'`)
        .type('text/markdown; charset=utf-8')
        .send(page)
    })
  }
}

/** The page's own inline scripts are let through by their hash; everything else comes from here or not at all. */
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

function readPages(shelf: string): Map<string, string> {
  const directory = new URL(`../docs/${shelf}/`, import.meta.url)
  const files = readdirSync(directory).filter((file) => file.endsWith('.md'))
  return new Map(files.map((file) => [file.slice(0, -3), readFileSync(new URL(file, directory), 'utf8')]))
}
