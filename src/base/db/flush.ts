import pg from 'pg'
import { openPreparedStatements, type Prepared, type PreparedStatements } from './prepared-statements.ts'

/** A statement and its values: what `sql` of sql-template-tag makes. */
export interface Statement {
  text: string
  values: unknown[]
}

export const plain = (text: string): Statement => ({ text, values: [] })

/** Says it together with whatever else is said in this tick, and waits for what is answered. */
export type Send = (statement: Statement) => Promise<pg.QueryResult>

/**
 * What is said in one tick leaves as one flush: one packet, and one answer at its end. The driver alone asks for an answer
 * after every statement, and the server sends each by itself: a write was nine system calls there, and woke us as often.
 * What follows a statement that is refused is not done, so that a COMMIT at the end commits all of it or is never heard.
 */
export function openFlushes(client: pg.PoolClient): Send {
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

/** What is told of a statement, or why there is nothing to tell: the same for the one that was refused and all that was passed over. */
export type Answer = pg.QueryResult | Error

export const isError = (answer: Answer | undefined): answer is Error => answer instanceof Error

/** All of it as one flush. */
export function sendTogether(client: pg.PoolClient, statements: Statement[]): Promise<Answer[]> {
  return new Promise((resolve) => {
    const told: Answer[] = []
    const said = statements.map((statement, n) =>
      say(statement, client, (error, result) => {
        told[n] = error ?? result
      }),
    )
    client.query(new Flush(said, statementsOn(client), () => resolve(told)))
  })
}

const rollback = 'rollback'

/** In a flush of its own, after what is still leaving: behind a statement that is refused it would not be heard. */
export async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  await new Promise<void>((resolve) => process.nextTick(resolve))
  return client.query(rollback).then(
    () => true,
    () => false,
  )
}

/** What the driver makes of the columns it is told, and would make again for every answer. */
type Reading = Pick<Driven['_result'], 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>

const preparedBy = new WeakMap<pg.PoolClient, PreparedStatements<Reading>>()

function statementsOn(client: pg.PoolClient): PreparedStatements<Reading> {
  const known = preparedBy.get(client)
  if (known) return known
  const none = openPreparedStatements<Reading>()
  preparedBy.set(client, none)
  return none
}

/** What the driver has for the wire and does not declare. */
interface Connection extends pg.Connection {
  parsedStatements: Record<string, string>
  /** What is being prepared, by name: sent, and not answered yet. */
  submittedNamedStatements: Record<string, string>
  _send(part: Buffer): void
  parse(message: unknown): void
  bind(message: unknown): void
  describe(message: unknown): void
  execute(message: unknown): void
  close(message: unknown): void
}

/** A statement of the driver: how it is said, and what it is told in answer. */
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

/** Set by hand: of a configuration the driver first makes a copy, property by property. */
function say(statement: Statement, types: unknown, settle: Settle): Driven {
  // Once: a template puts it together anew each time it is asked.
  const { text } = statement
  const said = new DriverQuery(text, statement.values, settle)
  said.queryMode = 'extended'
  said._result._types = types
  return said
}

/** To the driver it is one statement, by the name of the one in it whose turn it is to be answered. */
class Flush extends DriverQuery {
  readonly #statements: Driven[]
  /** Of each statement, in the same order: its name, and its columns, which stay, or the server refuses it. */
  readonly #prepared: Prepared<Reading>[]
  /** Closed by this flush: what its statements evicted. */
  readonly #evicted: string[]
  #turn = 0
  /** Why the rest was not sent: a value that has no form on the wire, say. */
  #unsaid: Error | undefined

  /** Called when all of them were told what became of them. */
  readonly #settled: (() => void) | undefined

  constructor(statements: Driven[], prepared: PreparedStatements<Reading>, settled?: () => void) {
    super('', [], () => {})
    this.#statements = statements
    // A statement is prepared under a name, so that a connection plans it once.
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
    // At the front, where no refused statement can have the server skip them.
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
      // The driver answers what it will not say, and throws what it cannot.
      const refused = statement.submit(wire) as Error | undefined
      if (refused) this.#unsaid = refused
      if (this.#unsaid) break
    }
    connection.sync.call(wire)
    connection._send(Buffer.concat(packet))
  }

  /** The connection to a statement: what is said goes into the packet, and asks for no answer of its own. */
  #gathering(connection: Connection, packet: Buffer[]): Connection {
    const { parsedStatements, submittedNamedStatements } = connection
    const wire: Partial<Connection> = {
      // There is nothing to hold back: it is one write anyway.
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
      // The driver would take back what it prepared for a value it could not say, and believe it prepared all the same.
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
    // What was described by now has no columns to describe.
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
        // What the server passed over it has not prepared either.
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
