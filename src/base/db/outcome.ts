import pg from 'pg'

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

/** The month of a row has no partition: nobody made it in time. It is not the caller's fault, and an operator can mend it. */
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
  '25P03', // idle in transaction for too long: this process was asleep
])

/** Whole classes: a connection lost, no disk, memory or connections left, a server that starts or stops, its files failing. */
const passingClasses = /^(08|53|57P|58)/
/** Of these, what is about one row that others hold or one statement that took too long, and not about the server. */
const ofOneRow = new Set(['40001', '40P01', '55P03', '57014'])

/** Whether the database is not there at all, so that there is no use in trying the next row. */
export function isAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && !ofOneRow.has(String((error.cause as { code?: string })?.code))
}

/**
 * Whether it tells that the connection is gone rather than what became of a statement. A pooler says so in the server's stead,
 * and does not know how far the server had come.
 */
export function isCut(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '')
}

/** Whether an error from the driver is about the moment rather than about the statement. */
export function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  if (typeof code === 'string')
    return passingConditions.has(code) || passingClasses.test(code) || /^E[A-Z]+$/.test(code)
  return error instanceof Error && /connection|timeout|not queryable|terminated/i.test(error.message)
}

/** An error about the moment is told apart from one about the statement. */
export function asPassing(error: unknown): unknown {
  if (error instanceof OutcomeUnknown || error instanceof DatabaseUnavailable) return error
  if (isPartitionMissing(error)) return new PartitionMissing(error)
  return isPassing(error) ? new DatabaseUnavailable(error) : error
}

/** The same for a query outside a transaction. */
export function throwPassing(error: unknown): never {
  throw asPassing(error)
}

/** A check that names no constraint is PostgreSQL's own: no partition takes this row. */
function isPartitionMissing(error: unknown): error is { table: string } {
  const { code, constraint, table } = (error ?? {}) as Partial<Record<string, unknown>>
  return code === '23514' && constraint === undefined && table !== undefined
}
