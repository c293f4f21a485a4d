import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrokenRule } from '../../platform/errors/fault.ts'
import { uuidv7Time } from '../../platform/ids.ts'
import type { CredentialKind } from '../auth/unknown-credential-guard.ts'
import type { Route } from '../route.ts'

/**
 * A request log entry for the caller. It has nothing of the request's content: the operation stands for the path, which may
 * contain personal data, like a query, a header and a body.
 */
export interface RequestLine {
  user_id: string
  id: string
  product_id: string | null
  method: string
  operation: string
  path: string
  status: number
  code: string | null
  duration_ms: number
  credential: CredentialKind
  credential_id: string | null
  first_request_id: string | null
  created_at: Date
  /** The rejected fields, with the rule of each. */
  errors: { pointer: string; code: string }[] | null
}

const ERRORS_MAX = 20

/**
 * It belongs to the user on whose behalf the request ran, or to the caller if it was rejected before that was known. An
 * unauthenticated request has no entry, and neither has a successful read of the log itself.
 */
export function lineOf(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): RequestLine | undefined {
  const { id, caller, scope, refusal, method } = request
  const { url, config } = request.routeOptions
  const { route } = config
  if (!route || !url || !caller || statusCode === 401 || (route.unlogged && statusCode < 400)) return undefined
  const first = refusal?.particulars.members?.['first_request_id']
  return {
    user_id: scope?.user_id ?? caller.user_id,
    id,
    product_id: scope?.product_id ?? null,
    method,
    operation: route.name,
    path: templateOf(url),
    status: statusCode,
    code: refusal?.declaration.code ?? null,
    duration_ms: Math.round(elapsedTime),
    credential: caller.credential,
    credential_id: caller.credential_id ?? null,
    first_request_id: typeof first === 'string' ? first : null,
    created_at: uuidv7Time(id)!,
    errors: errorsOf(route, refusal?.particulars.errors),
  }
}

type LoggedRoute = Pick<Route, 'params' | 'query' | 'body' | 'multipart'>

/**
 * A pointer is cut before the first name outside the contract, because a name invented by the caller may be personal data.
 */
function errorsOf(route: LoggedRoute, broken: readonly BrokenRule[] = []): RequestLine['errors'] {
  if (broken.length === 0) return null
  const names = namesOf(route)
  return broken.slice(0, ERRORS_MAX).map(({ pointer, code }) => {
    const [, ...segments] = pointer.split('/')
    // The names of headers are the gateway's own.
    const isOurs = (segment: string) => segments[0] === 'headers' || names.has(segment) || /^\d{1,4}$/.test(segment)
    const invented = segments.findIndex((segment) => !isOurs(segment))
    const kept = invented < 0 ? segments : [...segments.slice(0, invented), '…']
    return { pointer: kept.map((segment) => `/${segment}`).join(''), code }
  })
}

const namesOfRoutes = new WeakMap<LoggedRoute, Set<string>>()

/** Every name in the contract of an operation's request. */
function namesOf(route: LoggedRoute): Set<string> {
  const known = namesOfRoutes.get(route)
  if (known) return known
  const names = new Set(['params', 'query', 'body'])
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties' || key === 'files') for (const name of Object.keys(value as object)) names.add(name)
      walk(value)
    }
  }
  for (const part of [route.params, route.query, route.body, route.multipart]) walk(part)
  namesOfRoutes.set(route, names)
  return names
}

const templates = new Map<string, string>()

/** As the contract writes it. The cache has one entry per route. */
function templateOf(path: string): string {
  const known = templates.get(path)
  if (known !== undefined) return known
  const template = path.replaceAll(/:(\w+)/g, '{$1}')
  templates.set(path, template)
  return template
}
