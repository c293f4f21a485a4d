import type { IdempotencyContext } from './idempotency.ts'
import type { schemas } from './made/contract.ts'

export type BrokenRule = schemas['BrokenRule']

/**
 * The gateway rejected the request. Branch on `code`, which is stable. Show `detail`, which is in the requested language.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  /** For support: it identifies this request in the gateway's log. */
  readonly request_id: string | undefined
  /** All violated rules at once. */
  readonly errors: readonly BrokenRule[]
  /** The whole problem, with members this version does not know. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(response: Response, told: unknown) {
    const members = isRecord(told) ? told : {}
    const text = (name: string) => (typeof members[name] === 'string' ? members[name] : undefined)
    // A proxy returns a body of its own, which has no code of the gateway.
    const code = text('code') ?? `HTTP_${response.status}`
    const detail = text('detail') ?? text('title') ?? `the answer was ${response.status} ${response.statusText}`.trim()
    super(`${code}: ${detail}`)
    this.status = response.status
    this.code = code
    this.title = text('title') ?? code
    this.detail = detail
    this.request_id = text('request_id') ?? response.headers.get('x-request-id') ?? undefined
    this.errors = Array.isArray(members['errors']) ? (members['errors'] as BrokenRule[]) : []
    this.members = members
  }
}

/**
 * No attempt got a conclusive response. The call may have taken effect: call again with the same `intention` to find out,
 * and it will not happen twice.
 */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError'
  readonly operation: string
  readonly intention: IdempotencyContext

  constructor(operation: string, intention: IdempotencyContext, cause: unknown) {
    super(`${operation} was not answered`, { cause })
    this.operation = operation
    this.intention = intention
  }
}

/**
 * The call took effect once, but its response was lost and the record could not be read: it is returned only once, as a
 * signed URL is, it has no read operation, as a document has none, or it is deleted. `resource_id` names the created or
 * changed record.
 */
export class ResponseLostError extends Error {
  override readonly name = 'ResponseLostError'
  readonly operation: string
  readonly resource_id: string | undefined

  constructor(operation: string, resource_id: string | undefined, cause: unknown) {
    super(`${operation} took effect once, its answer was lost, and the record could not be read`, { cause })
    this.operation = operation
    this.resource_id = resource_id
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
