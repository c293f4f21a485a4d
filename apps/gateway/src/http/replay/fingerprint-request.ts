import type { FastifyRequest } from 'fastify'
import { uuidv7 } from '../../platform/ids.ts'
import { isWrite, type Route } from '../route.ts'
import type { Binding } from './claim.ts'
import { fingerprint } from './fingerprint.ts'

/**
 * Every write is bound, a read only when its caller names a schema. `body` is what is compared: the body itself, or the fields
 * and file hashes of a multipart one.
 */
export function bindReplay(
  route: Route,
  request: FastifyRequest,
  window_seconds: number,
  body: unknown = request.body,
): Binding | undefined {
  const headers = request.common!
  const schema = headers['x-include-replay-protection-schema'] ?? (route.repeatable ? 'nonce' : undefined)
  if (!isWrite(route) && schema === undefined) return undefined

  const params = request.params as Record<string, string>
  const content = fingerprint({
    method: route.method,
    // Built from the validated parameters, so that another spelling of the same path is the same request.
    path: route.path.replace(/:(\w+)/g, (_, name: string) => params[name]!),
    params,
    query: request.query,
    body,
    authenticated_user_id: request.scope!.authenticated_user_id,
    user_id: request.scope!.user_id,
  })
  return {
    fingerprint: content,
    nonce: headers.nonce,
    transaction_uuid: headers['x-transaction-uuid'],
    schema,
    window_seconds,
    attempt_id: uuidv7(),
    request_id: request.id,
  }
}
