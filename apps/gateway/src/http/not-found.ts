import type { FastifyRequest } from 'fastify'
import type { Fault } from '../platform/errors/fault.ts'
import { methodNotAllowed, routeNotFound } from './faults.ts'

/** For an unrouted request: 405 with the methods of its path (RFC 9110, 15.5.6), or 404 where the path has none. */
export function createNotFoundHandler(routes: { method: string; path: string }[]): (request: FastifyRequest) => Fault {
  const known = routes.map(({ method, path }) => ({ method, path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }))
  return ({ url }) => {
    const asked = url.split('?', 1)[0]!
    const methods = known.filter(({ path }) => path.test(asked)).map(({ method }) => method)
    if (methods.length === 0) return routeNotFound()
    return methodNotAllowed({ headers: { allow: [...new Set(methods)].toSorted().join(', ') } })
  }
}
