/** One rule that a request violates. Both contracts declare it like this. */
export interface RuleViolation {
  pointer: string
  code: string
  detail: string
}

/** The body of an error response (RFC 9457). Both contracts declare it like this. */
interface ProblemDetails {
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
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly request_id: string
  readonly errors: RuleViolation[]
  /** Extra members of the problem, such as the assignee of a case. */
  readonly members: Record<string, unknown>

  constructor({ code, status, title, detail, request_id, errors = [], ...members }: ProblemDetails) {
    super(code)
    this.name = 'ApiError'
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
export function isProblem(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** A problem as it was returned. */
export async function readProblem(response: Response): Promise<ApiError> {
  const { status } = response
  // A proxy before the gateway returns texts of its own.
  const unknown = { type: 'about:blank', code: `HTTP_${status}`, title: `HTTP ${status}`, detail: '', status }
  const told = await response.json().catch(() => ({}))
  return new ApiError({ instance: '', request_id: response.headers.get('x-request-id') ?? '', ...unknown, ...told })
}
