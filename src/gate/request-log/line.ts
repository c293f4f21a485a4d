import type { FastifyReply, FastifyRequest } from 'fastify'
import { uuidv7Time } from '../../base/ids.ts'
import type { CredentialKind } from '../auth/strangers.ts'

/**
 * What is kept of a request for who sent it. Nothing of what it said: the operation stands for its address, which may name
 * persons, and so may a query, a header and a body.
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
}

/**
 * It belongs to the user on whose behalf it ran; one that was refused before that was settled, to who called. Who did not
 * prove who they are has no line, and neither has the reading of the log itself while it succeeds.
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
  }
}

const templates = new Map<string, string>()

/** As the contract writes it. There are as many as there are routes. */
function templateOf(path: string): string {
  const known = templates.get(path)
  if (known !== undefined) return known
  const template = path.replaceAll(/:(\w+)/g, '{$1}')
  templates.set(path, template)
  return template
}
