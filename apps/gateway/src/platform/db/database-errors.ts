import pg from 'pg'

/**
 * Database errors and their classification. A transaction ends committed, failed or unknown. Committed is a value, and failed is
 * any other error. Unknown is this error: COMMIT was sent and its response was lost, or came with the warning that the replicas
 * may not have it.
 */
export class OutcomeUnknown extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the outcome of a commit is unknown: ${reason}`, { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** The database could not do this now and did nothing. The caller may try again. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/**
 * The month of a row has no partition because the job did not create it in time. The caller cannot change that; an operator can.
 */
export class PartitionMissing extends DatabaseUnavailable {
  readonly table: string
  constructor(cause: { table: string }) {
    super(cause)
    this.name = 'PartitionMissing'
    this.table = cause.table
  }
}

const passingConditions = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock timeout
  '57014', // statement timeout
  '25006', // read only: a replica was promoted elsewhere
  '25P03', // idle in transaction for too long: this process was suspended
])

/** Whole classes: lost connection, out of disk, memory or connections, server starting or stopping, I/O errors of its files. */
const passingClasses = /^(08|53|57P|58)/
/** Of these, the errors that concern one locked row or one slow statement, and not the server. */
const ofOneRow = new Set(['40001', '40P01', '55P03', '57014'])

/** Whether the database is unavailable, so that trying the next row is useless. */
export function isDatabaseDown(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && !ofOneRow.has(String((error.cause as { code?: string })?.code))
}

/**
 * Whether the error means that the connection is gone, and not how a statement ended. A pooler may send it for the server,
 * without knowing how far the server had come.
 */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '')
}

/** Whether an error of the driver is temporary and not caused by the statement. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  if (typeof code === 'string')
    return passingConditions.has(code) || passingClasses.test(code) || /^E[A-Z]+$/.test(code)
  return error instanceof Error && /connection|timeout|not queryable|terminated/i.test(error.message)
}

/** Turns a temporary error into `DatabaseUnavailable` and leaves an error of the statement as it is. */
export function wrapTransient(error: unknown): unknown {
  if (error instanceof OutcomeUnknown || error instanceof DatabaseUnavailable) return error
  if (isPartitionMissing(error)) return new PartitionMissing(error)
  return isTransient(error) ? new DatabaseUnavailable(error) : error
}

/** The same for a query outside a transaction. */
export function throwPassing(error: unknown): never {
  throw wrapTransient(error)
}

/** A check violation without a constraint name is PostgreSQL's own: no partition accepts the row. */
function isPartitionMissing(error: unknown): error is { table: string } {
  const { code, constraint, table } = (error ?? {}) as Partial<Record<string, unknown>>
  return code === '23514' && constraint === undefined && table !== undefined
}
