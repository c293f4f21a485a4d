import type { Language, Text } from '../language.ts'

/** One broken rule inside a refusal: where, which, and what to do about it. */
export interface BrokenRule {
  /** JSON pointer into the request: `/body/branch`, `/headers/nonce`. */
  pointer: string
  code: string
  detail: Text
}

interface Declaration {
  code: string
  status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503
  title: Text
  detail: Text
}

interface Particulars {
  errors?: BrokenRule[]
  /** Further members of the problem document, such as the first outcome of a replay. */
  members?: Record<string, unknown>
  headers?: Record<string, string>
  /** For the log only; neither leaves the gateway. What went wrong below, and why this was decided. */
  cause?: unknown
  logged?: { reason: string; key_id?: string | undefined; token_id?: string | undefined }
}

/** A refusal the contract knows: thrown anywhere below the gate, rendered once, in the caller's language. */
export class Fault extends Error {
  readonly declaration: Declaration
  readonly particulars: Particulars

  constructor(declaration: Declaration, particulars: Particulars) {
    super(declaration.code, { cause: particulars.cause })
    this.name = 'Fault'
    this.declaration = declaration
    this.particulars = particulars
  }
}

export interface FaultKind extends Declaration {
  (particulars?: Particulars): Fault
}

/**
 * Declares a kind of refusal. The result is both what a route lists under `errors` and the function that makes the
 * thing thrown, so that a listed code and a thrown code cannot drift apart.
 */
export function fault(declaration: Declaration): FaultKind {
  const make = (particulars: Particulars = {}) => new Fault(declaration, particulars)
  return Object.assign(make, declaration)
}

/** What was looked for, or the refusal that says it is not there. */
export function found<Found>(looked: Found | undefined, notFound: FaultKind): Found {
  if (looked === undefined) throw notFound()
  return looked
}

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: string
  request_id: string
  errors?: { pointer: string; code: string; detail: string }[]
  [member: string]: unknown
}

/** RFC 9457. `docsUrl` is where the page of each code lives. */
export function renderProblem(fault: Fault, language: Language, requestId: string, docsUrl: string): Problem {
  const { code, status, title, detail } = fault.declaration
  const { errors, members } = fault.particulars
  return {
    type: `${docsUrl}/errors/${code}`,
    title: title[language],
    status,
    detail: detail[language],
    instance: `urn:eclusa:request:${requestId}`,
    code,
    request_id: requestId,
    ...members,
    ...(errors && {
      errors: errors.map((rule) => ({ pointer: rule.pointer, code: rule.code, detail: rule.detail[language] })),
    }),
  }
}
