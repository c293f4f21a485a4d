import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createFrontendBundle } from './frontend-bundle.ts'
import { immutableCache, noCache } from './static-asset.ts'
import { unbuiltPage } from './unbuilt-page.ts'

const hidden = { schema: { hide: true } }
const NONCE_BYTES = 16

/** Pages that run in a browser, served from a build. */
export interface Pages {
  /** The folder of the build. */
  folder: URL
  /** The command that builds them, shown when the build is missing. */
  command: string
  /** The prefix of all their addresses. */
  within?: `/${string}`
  /** The security headers of the page, with its Content-Security-Policy. Each response has its own nonce. */
  headers: (nonce: string) => Promise<Record<string, string>>
  /** Addresses under the prefix that do not belong to the pages. */
  isElsewhere?: (request: FastifyRequest) => boolean
}

/**
 * Serves pages without authentication: they contain no user data, and call the API like any other client. The page does its own
 * routing, so every address gets the same page.
 */
export function mountBuild(app: FastifyInstance, pages: Pages): void {
  const { folder, command, within = '', headers, isElsewhere = () => false } = pages
  const build = createFrontendBundle(folder)

  type Named = { Params: { name: string } }
  app.get<Named>(`${within}/assets/:name(^[A-Za-z0-9_-][A-Za-z0-9._-]*$)`, hidden, async (request, reply) => {
    const file = await build.file(`assets/${request.params.name}`)
    return file ? file.send(request, reply, immutableCache) : reply.callNotFound()
  })
  app.get(`${within}/mark.svg`, hidden, async (request, reply) => {
    const mark = await build.file('mark.svg')
    return mark ? mark.send(request, reply, noCache) : reply.callNotFound()
  })

  app.get(`${within}/*`, hidden, async (request, reply) => {
    if (isElsewhere(request) || !wantsPage(request)) return reply.callNotFound()
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const page = await build.page(nonce)
    if (page === undefined) reply.code(503).header('retry-after', '2')
    return reply
      .headers(await headers(nonce))
      .type('text/html; charset=utf-8')
      .send(page ?? unbuiltPage(command))
  })
}

/** Whether a browser navigates to the address: it accepts HTML. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html')
}
