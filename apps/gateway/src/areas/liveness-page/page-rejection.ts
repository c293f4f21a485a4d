/** An error response of the page: only a code. The page's script has the text for it. */
export class PageRefusal extends Error {
  readonly status: 400 | 409 | 413 | 422 | 429
  readonly code: string

  constructor(status: PageRefusal['status'], code: string) {
    super(code)
    this.name = 'PageRefusal'
    this.status = status
    this.code = code
  }
}
