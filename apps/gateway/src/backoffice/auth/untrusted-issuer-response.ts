/** A response of the issuer is not trusted. The code goes to the log, which keeps no messages. */
export class NotBelieved extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.name = 'NotBelieved'
    this.code = code
  }
}
