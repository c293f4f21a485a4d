/** What the page itself is told when something cannot be done. A code and no more: the words are the page's. */
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
