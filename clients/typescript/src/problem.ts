import type { Intention } from './intention.ts'
import type { schemas } from './made/contract.ts'

export type BrokenRule = schemas['BrokenRule']

/** The gateway refused. Branch on `code`, which is stable; show `detail`, which is in the language asked for. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  /** Give it to support: it names this very request in the gateway's log. */
  readonly request_id: string | undefined
  /** Every broken rule at once. */
  readonly errors: readonly BrokenRule[]
  /** Everything that was told, also what this version does not know. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(response: Response, told: unknown) {
    const members = isRecord(told) ? told : {}
    const text = (name: string) => (typeof members[name] === 'string' ? members[name] : undefined)
    // What stands between answers in words of its own, and is told apart by its code.
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
 * However often it was tried, nobody answered, or nobody could say what came of it. It may have taken effect: call again
 * with the same `intention` to find out, and it will not happen twice.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly operation: string
  readonly intention: Intention

  constructor(operation: string, intention: Intention, cause: unknown) {
    super(`${operation} was not answered`, { cause })
    this.operation = operation
    this.intention = intention
  }
}

/**
 * It took effect once, its answer was lost, and the record could not be read: it is told only once, as a signed address is, it
 * can only be listed, as papers are, or it is gone. `resource_id` names what was made or changed.
 */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost'
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
