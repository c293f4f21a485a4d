import pg from 'pg'
import { createPreparedStatements, type Prepared, type PreparedStatements } from './prepared-statements.ts'

/** A statement and its values, as the `sql` tag of sql-template-tag makes it. */
export interface Statement {
  text: string
  values: unknown[]
}

export const plain = (text: string): Statement => ({ text, values: [] })

/** Sends the statement in one batch with the others of this tick, and waits for its result. */
export type Send = (statement: Statement) => Promise<pg.QueryResult>

/**
 * Pipeline batch: statements issued in the same tick are sent in one packet that ends with a single Sync. The driver alone sends
 * a Sync after every statement, and the server answers each by itself: a write cost nine system calls there, and as many wake-ups
 * here. After a failed statement the server skips the rest of the batch, so a COMMIT at the end commits all of it or is not
 * executed.
 */
export function createPipeline(client: pg.PoolClient): Send {
  const statements = statementsOn(client)
  let leaving: Driven[] = []
  return (statement) =>
    new Promise((resolve, reject) => {
      const said = say(statement, client, (error, result) => (error ? reject(error) : resolve(result)))
      if (leaving.push(said) > 1) return
      process.nextTick(() => {
        client.query(new Flush(leaving, statements))
        leaving = []
      })
    })
}

/**
 * The result of a statement, or the error: the same error for the statement that failed and for all that were skipped after it.
 */
export type StatementResult = pg.QueryResult | Error

export const isError = (answer: StatementResult | undefined): answer is Error => answer instanceof Error

/** Sends all of them as one batch. */
export function sendTogether(client: pg.PoolClient, statements: Statement[]): Promise<StatementResult[]> {
  return new Promise((resolve) => {
    const told: StatementResult[] = []
    const said = statements.map((statement, n) =>
      say(statement, client, (error, result) => {
        told[n] = error ?? result
      }),
    )
    client.query(new Flush(said, statementsOn(client), () => resolve(told)))
  })
}

const rollback = 'rollback'

/** In a batch of its own, after those still to be sent: behind a failed statement the server would skip it. */
export async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  await new Promise<void>((resolve) => process.nextTick(resolve))
  return client.query(rollback).then(
    () => true,
    () => false,
  )
}

/** Column parsers, which the driver would otherwise build again for every result. */
type RowDescription = Pick<Driven['_result'], 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>

const preparedBy = new WeakMap<pg.PoolClient, PreparedStatements<RowDescription>>()

function statementsOn(client: pg.PoolClient): PreparedStatements<RowDescription> {
  const known = preparedBy.get(client)
  if (known) return known
  const none = createPreparedStatements<RowDescription>()
  preparedBy.set(client, none)
  return none
}

/** Properties of the driver's connection that it does not declare. */
interface Connection extends pg.Connection {
  parsedStatements: Record<string, string>
  /** Statements being prepared, by name: sent and not yet confirmed. */
  submittedNamedStatements: Record<string, string>
  _send(part: Buffer): void
  parse(message: unknown): void
  bind(message: unknown): void
  describe(message: unknown): void
  execute(message: unknown): void
  close(message: unknown): void
}

/** A statement as the driver sees it: how it is sent, and the callbacks for its result. */
interface Driven extends pg.Query {
  name: string | undefined
  text: string
  queryMode: 'extended'
  _result: { _types: unknown; fields: unknown[]; _parsers: unknown[]; _prebuiltEmptyResultObject: object }
  _accumulateRows: boolean
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
  handleError(error: Error, connection: Connection): void
}

type Settle = (error: Error | undefined, result: pg.QueryResult) => void

const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[], settle: Settle) => Driven

/** Set directly: the driver would copy a configuration object property by property. */
function say(statement: Statement, types: unknown, settle: Settle): Driven {
  // Read once: a template builds its text anew at every access.
  const { text } = statement
  const said = new DriverQuery(text, statement.values, settle)
  said.queryMode = 'extended'
  said._result._types = types
  return said
}

/** For the driver the batch is one statement, with the name of the statement whose result comes next. */
class Flush extends DriverQuery {
  readonly #statements: Driven[]
  /**
   * For each statement, in order: its name, and its columns. The columns must not change, or the server refuses the statement.
   */
  readonly #prepared: Prepared<RowDescription>[]
  /** Prepared statements to close with this batch: those that its statements evicted. */
  readonly #evicted: string[]
  #turn = 0
  /** Why the rest was not sent, for example a value that cannot be serialised. */
  #unsaid: Error | undefined

  /** Called when every statement has its result. */
  readonly #settled: (() => void) | undefined

  constructor(statements: Driven[], prepared: PreparedStatements<RowDescription>, settled?: () => void) {
    super('', [], () => {})
    this.#statements = statements
    // Each statement is prepared under a name, so that a connection plans it once.
    this.#prepared = statements.map((statement) => {
      const taken = prepared.take(statement.text)
      statement.name = taken.name
      return taken
    })
    this.#evicted = prepared.evicted()
    this.#settled = settled
    this.#nameTurn()
  }

  override submit = (given: pg.Connection) => {
    const connection = given as Connection
    const packet: Buffer[] = []
    const wire = this.#gathering(connection, packet)
    // At the front, where no failed statement can make the server skip them.
    for (const name of this.#evicted) {
      delete connection.parsedStatements[name]
      connection.close.call(wire, { type: 'S', name })
    }
    for (const [n, statement] of this.#statements.entries()) {
      const { columns: reading } = this.#prepared[n]!
      wire.describe = reading === undefined ? (message) => connection.describe.call(wire, message) : () => {}
      if (reading) {
        Object.assign(statement._result, reading)
        statement._accumulateRows = true
      }
      // The driver returns an error for what it will not send, and throws for what it cannot serialise.
      const refused = statement.submit(wire) as Error | undefined
      if (refused) this.#unsaid = refused
      if (this.#unsaid) break
    }
    connection.sync.call(wire)
    connection._send(Buffer.concat(packet))
  }

  /** The connection as one statement sees it: messages are added to the packet without a Sync. */
  #gathering(connection: Connection, packet: Buffer[]): Connection {
    const { parsedStatements, submittedNamedStatements } = connection
    const wire: Partial<Connection> = {
      // No cork is needed: the packet is one write.
      stream: {} as never,
      parsedStatements,
      submittedNamedStatements,
      _send: (part) => void packet.push(part),
      parse: (message) => connection.parse.call(wire as Connection, message),
      execute: (message) => connection.execute.call(wire as Connection, message),
      bind: (message) => {
        try {
          connection.bind.call(wire as Connection, message)
        } catch (error) {
          this.#unsaid = error as Error
          throw error
        }
      },
      // For a value that it cannot serialise, the driver would close the statement that it has just prepared, and would still
      // count it as prepared.
      close() {},
      sync() {},
    }
    return wire as Connection
  }

  override handleRowDescription(message: unknown): void {
    const statement = this.#statements[this.#turn]!
    statement.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = statement._result
    this.#prepared[this.#turn]!.columns = { fields, _parsers, _prebuiltEmptyResultObject }
  }

  override handleDataRow(message: unknown): void {
    this.#statements[this.#turn]!.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    const statement = this.#statements[this.#turn]!
    // Statements described by now are not described again.
    this.#prepared[this.#turn]!.columns ??= null
    statement.handleCommandComplete(message, connection)
    this.#turn += 1
    this.#nameTurn()
  }

  override handleReadyForQuery(connection: Connection): void {
    super.handleReadyForQuery(connection)
    this.#settle(this.#unsaid, connection)
  }

  override handleError(error: Error, connection: Connection): void {
    super.handleError(error, connection)
    this.#settle(error, connection)
  }

  #settle(error: Error | undefined, connection: Connection): void {
    for (const [n, statement] of this.#statements.entries())
      if (n < this.#turn) statement.handleReadyForQuery(connection)
      else {
        // A statement that the server skipped is not prepared either.
        delete connection.submittedNamedStatements[statement.name ?? '']
        statement.handleError(error!, connection)
      }
    this.#settled?.()
  }

  #nameTurn(): void {
    const { name, text = '' } = this.#statements[this.#turn] ?? {}
    this.name = name
    this.text = text
  }
}
