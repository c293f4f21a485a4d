/**
 * A transaction ends done, not done, or unknown. The first is a value, the second any other error; this is the third:
 * COMMIT was sent and its answer never came, or came with the warning that the replicas may not have it.
 */
export class OutcomeUnknown extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the outcome of a commit is unknown: ${reason}`, { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** The database could not do this now, did not do it, and may be asked again. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

const passingConditions = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '53300', // too many connections
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // the server is stopping
  '57P02', // the server crashed
  '57P03', // the server is starting
  '25006', // read only: a replica was promoted elsewhere
])

/** Of these, what is about one row that others hold or one statement that took too long, and not about the server. */
const ofOneRow = new Set(['40001', '40P01', '55P03', '57014'])

/** Whether the database is not there at all, so that there is no use in trying the next row. */
export function isAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && !ofOneRow.has(String((error.cause as { code?: string })?.code))
}

/** Whether an error from the driver is about the moment rather than about the statement. */
export function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  if (typeof code === 'string') return passingConditions.has(code) || code.startsWith('08') || /^E[A-Z]+$/.test(code)
  return error instanceof Error && /connection|timeout exceeded|not queryable|terminated/i.test(error.message)
}

/** For a query outside a transaction: an error about the moment is told apart from one about the statement. */
export function throwPassing(error: unknown): never {
  throw isPassing(error) ? new DatabaseUnavailable(error) : error
}
