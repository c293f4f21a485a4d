import type { schemas } from './types.ts'

type Told = schemas['Problem']

/** A refusal of the desk, in the words it was told in. There is no other error that a page has to know. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly request_id: string
  readonly errors: schemas['BrokenRule'][]

  constructor({ code, status, title, detail, request_id, errors = [] }: Told) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.status = status
    this.title = title
    this.detail = detail
    this.request_id = request_id
    this.errors = errors
  }
}

/** Whether the desk refused for this reason. */
export function isProblem(error: unknown, code: string): error is Problem {
  return error instanceof Problem && error.code === code
}
