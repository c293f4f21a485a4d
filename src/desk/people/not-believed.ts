/** What the issuer said, or somebody in its name, is not believed. The code goes to the log, which keeps no messages. */
export class NotBelieved extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.name = 'NotBelieved'
    this.code = code
  }
}
