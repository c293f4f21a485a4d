import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mountBuild } from '../../platform/http/pages.ts'
import { createSecurityPolicy, type PolicyServices } from './policy.ts'

/** Where `npm run desk:build` writes the pages. */
const BUILD = new URL('../../../../backoffice/dist/', import.meta.url)

/** Serves the pages of the desk. All addresses but those of its contract are theirs. */
export function mountPages(app: FastifyInstance, services: PolicyServices, folder = BUILD): void {
  const policy = createSecurityPolicy(services)
  mountBuild(app, {
    folder,
    command: 'desk:build',
    headers: (nonce) => policy.headers(nonce),
    isElsewhere: isOfContract,
  })
}

/** An unknown path of the contract gets a problem, not a page. */
function isOfContract({ url }: FastifyRequest): boolean {
  return /^\/v1(\/|\?|$)/.test(url)
}
