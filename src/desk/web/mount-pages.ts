import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { lasting, outdated } from '../../base/http/still.ts'
import { wantsPage } from '../people/refusal-page.ts'
import { BUILD, openBuild } from './build.ts'
import { openPolicy, type PolicyServices } from './policy.ts'
import { unbuiltPage } from './unbuilt-page.ts'

const hidden = { schema: { hide: true } }
const NONCE_BYTES = 16

/**
 * The pages of the desk, to anyone: they hold nothing of anybody, and ask the contract like every other caller. Which page
 * an address means is for the pages to know, so that all addresses but those of the contract are answered with the same.
 */
export function mountPages(app: FastifyInstance, services: PolicyServices, folder = BUILD): void {
  const build = openBuild(folder)
  const policy = openPolicy(services)

  type Named = { Params: { name: string } }
  app.get<Named>('/assets/:name(^[A-Za-z0-9_-][A-Za-z0-9._-]*$)', hidden, async (request, reply) => {
    const file = await build.file(`assets/${request.params.name}`)
    return file ? file.send(request, reply, lasting) : reply.callNotFound()
  })
  app.get('/mark.svg', hidden, async (request, reply) => {
    const mark = await build.file('mark.svg')
    return mark ? mark.send(request, reply, outdated) : reply.callNotFound()
  })

  app.get('/*', hidden, async (request, reply) => {
    if (isOfContract(request) || !wantsPage(request)) return reply.callNotFound()
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const page = await build.page(nonce)
    if (page === undefined) reply.code(503).header('retry-after', '2')
    return reply
      .headers(await policy.headers(nonce))
      .type('text/html; charset=utf-8')
      .send(page ?? unbuiltPage())
  })
}

/** Who asks the contract for what it has not is told so as a program is. */
function isOfContract({ url }: FastifyRequest): boolean {
  return /^\/v1(\/|\?|$)/.test(url)
}
