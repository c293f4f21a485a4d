import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openBuild } from './build.ts'
import { lasting, outdated } from './still.ts'
import { unbuiltPage } from './unbuilt-page.ts'

const hidden = { schema: { hide: true } }
const NONCE_BYTES = 16

/** Pages that run in a browser, as files of a build. */
export interface Pages {
  /** Where their build is. */
  folder: URL
  /** What builds them, for who has not. */
  command: string
  /** How all of their addresses begin. */
  within?: `/${string}`
  /** What the page may do in a browser. The nonce is another for every answer. */
  headers: (nonce: string) => Promise<Record<string, string>>
  /** Addresses beside the pages that are not theirs. */
  isElsewhere?: (request: FastifyRequest) => boolean
}

/**
 * Serves pages to anyone: they hold nothing of anybody, and ask a contract like every other caller. Which page an address
 * means is for the pages to know, so that all of their addresses are answered with the same.
 */
export function mountBuild(app: FastifyInstance, pages: Pages): void {
  const { folder, command, within = '', headers, isElsewhere = () => false } = pages
  const build = openBuild(folder)

  type Named = { Params: { name: string } }
  app.get<Named>(`${within}/assets/:name(^[A-Za-z0-9_-][A-Za-z0-9._-]*$)`, hidden, async (request, reply) => {
    const file = await build.file(`assets/${request.params.name}`)
    return file ? file.send(request, reply, lasting) : reply.callNotFound()
  })
  app.get(`${within}/mark.svg`, hidden, async (request, reply) => {
    const mark = await build.file('mark.svg')
    return mark ? mark.send(request, reply, outdated) : reply.callNotFound()
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

/** Whether a person is looking: a browser that follows an address asks for a page. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html')
}
