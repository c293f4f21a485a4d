import type { Language, Text } from '../language.ts'

/** One violated rule in an error: where, which rule, and how to fix it. */
export interface BrokenRule {
  /** JSON pointer into the request: `/body/branch`, `/headers/nonce`. */
  pointer: string
  code: string
  detail: Text
}

interface ErrorDeclaration {
  code: string
  status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503
  title: Text
  detail: Text
}

interface Particulars {
  errors?: BrokenRule[]
  /** Further members of the problem document, such as the first result of a replay. */
  members?: Record<string, unknown>
  headers?: Record<string, string>
  /** For the log only, never in a response: the cause, and why this error was chosen. */
  cause?: unknown
  logged?: { reason: string; key_id?: string | undefined; token_id?: string | undefined }
}

/** An error of the contract: thrown anywhere below the gate and rendered once, in the caller's language. */
export class Fault extends Error {
  readonly declaration: ErrorDeclaration
  readonly particulars: Particulars

  constructor(declaration: ErrorDeclaration, particulars: Particulars) {
    super(declaration.code, { cause: particulars.cause })
    this.name = 'Fault'
    this.declaration = declaration
    this.particulars = particulars
  }
}

export interface FaultKind extends ErrorDeclaration {
  (particulars?: Particulars): Fault
}

/**
 * Declares an error code. Routes list the result under `errors`, and the same value is the function that makes the error. A
 * listed code and a thrown code cannot differ.
 */
export function fault(declaration: ErrorDeclaration): FaultKind {
  const make = (particulars: Particulars = {}) => new Fault(declaration, particulars)
  return Object.assign(make, declaration)
}

/** Returns the record, or throws the error that it does not exist. */
export function found<Found>(looked: Found | undefined, notFound: FaultKind): Found {
  if (looked === undefined) throw notFound()
  return looked
}

export interface ProblemBody {
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

/** Problem details (RFC 9457). `docsUrl` is the address of the error pages. */
export function renderProblem(fault: Fault, language: Language, requestId: string, docsUrl: string): ProblemBody {
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
