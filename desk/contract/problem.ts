import type { schemas } from './types.ts'

type Told = schemas['Problem']

/** A refusal, in the words it was told in. There is no other error that a page has to know. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly request_id: string
  readonly errors: schemas['BrokenRule'][]
  /** What this refusal has besides, such as who has a case in hand. */
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

/** Whether it was refused for this reason. */
export function isProblem(error: unknown, code: string): error is Problem {
  return error instanceof Problem && error.code === code
}

/** A refusal as it was answered. */
export async function readProblem(response: Response): Promise<Problem> {
  const { status } = response
  // A proxy before the gateway answers in words of its own.
  const unknown = { type: 'about:blank', code: `HTTP_${status}`, title: `HTTP ${status}`, detail: '', status }
  const told = await response.json().catch(() => ({}))
  return new Problem({ instance: '', request_id: response.headers.get('x-request-id') ?? '', ...unknown, ...told })
}
