/** One rule that a request violates. Both contracts declare it like this. */
export interface RuleViolation {
  pointer: string
  code: string
  detail: string
}

/** The body of an error response (RFC 9457). Both contracts declare it like this. */
interface Told {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: string
  request_id: string
  errors?: RuleViolation[]
  [name: string]: unknown
}

/** An error of the API, with its texts. Pages handle no other kind of error. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly request_id: string
  readonly errors: RuleViolation[]
  /** Extra members of the problem, such as the assignee of a case. */
  readonly members: Record<string, unknown>

  constructor({ code, status, title, detail, request_id, errors = [], ...members }: Told) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.status = status
    this.title = title
    this.detail = detail
    this.request_id = request_id
    this.errors = errors
    this.members = members
  }
}

/** Whether it has this code. */
export function isProblem(error: unknown, code: string): error is Problem {
  return error instanceof Problem && error.code === code
}

/** A problem as it was returned. */
export async function readProblem(response: Response): Promise<Problem> {
  const { status } = response
  // A proxy before the gateway returns texts of its own.
  const unknown = { type: 'about:blank', code: `HTTP_${status}`, title: `HTTP ${status}`, detail: '', status }
  const told = await response.json().catch(() => ({}))
  return new Problem({ instance: '', request_id: response.headers.get('x-request-id') ?? '', ...unknown, ...told })
}
