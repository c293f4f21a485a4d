import type { Static, TObject, TSchema } from 'typebox'
import type { FaultKind } from '../platform/errors/fault.ts'
import type { Text } from '../platform/language.ts'
import type { IncomingFile, KeptPart, MultipartRules, ReceivedForm } from './multipart/multipart.ts'
import type { Page, PageAnswer } from './page.ts'
import type { Scope } from './scope/scope.ts'
import type { Tx } from './transaction.ts'

/** What an operation receives once a request has passed the gate. */
export interface OperationCall<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  scope: Scope
  now: Date
  /** `x-transaction-uuid`: on a create, the id the caller chose. */
  transaction_uuid: string | undefined
  /** `If-Match`: the ETag the caller expects the record to have. */
  if_match: string | undefined
  /** The paging of this list. Only for an operation whose query is a PageQuery. */
  page: () => Page
  /** An ordinary list: one transaction, one statement that ends with the page's clause, one page returned. */
  list: <Row extends { id: string }>(rows: (tx: Tx, page: Page) => Promise<Row[]>) => Promise<PageAnswer<Row>>
  /** Receives a multipart body, file by file. Only for an operation that declares one. */
  receive: <Kept extends KeptPart>(keep: (file: IncomingFile) => Promise<Kept>) => Promise<ReceivedForm<Body, Kept>>
  /**
   * Reads first: a read-only transaction under the same scope, for an operation that has to call a partner before it writes.
   * A repeat is rejected here already. What it read may have changed by the time of the write.
   */
  look: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * The one transaction of this request. After `receive`, where there is a multipart body, so that its bytes are stored
   * first.
   */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * A row may have null where the response omits the field, and a text in both languages where the response has the requested
 * one. Both are converted when it is sent.
 */
type ReplyBody<T> = T extends readonly (infer Item)[]
  ? ReplyBody<Item>[]
  : T extends object
    ? { [K in keyof T]: ReplyBody<T[K]> | (undefined extends T[K] ? null : never) }
    : string extends T
      ? T | Text
      : T

interface RouteDeclaration<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, Services> {
  /** The operation's name in the contract, the same as that of its file and constant. */
  name: string
  summary: Text
  /** What it does, what it needs and what it changes, for readers of the contract. */
  description: Text
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  params?: P
  query?: Q
  body?: B
  /** A valid example body for the contract. The tests send it. */
  example?: Static<B>
  /** Present when the body is multipart: `body` then describes its fields, and this its files. */
  multipart?: MultipartRules
  /** Repeated on purpose: the nonce is compared unless the caller names a schema. */
  repeatable?: true
  /** An operation that reads the request log. Reading must not fill the log, so only errors are recorded. */
  unlogged?: true
  /** Reads one record by its keys. Such reads share a round trip, and each waits for the slowest of them: no list may be among them. */
  brief?: true
  reply: { 200: R } | { 201: R }
  errors: FaultKind[]
  /** Its further dependencies are in the type of its second argument. The table of routes is checked for them. */
  handle: (call: OperationCall<Static<P>, Static<Q>, Static<B>>, services: Services) => Promise<ReplyBody<Static<R>>>
}

type AnySchema = RouteDeclaration<TSchema, TSchema, TSchema, TSchema, never>

/** An operation of the table of routes, whose shapes only the declaration knows. */
export interface Route<Services = never> extends Omit<AnySchema, 'path' | 'example' | 'reply' | 'handle'> {
  path: string
  example?: unknown
  reply: Record<number, TSchema>
  handle: (call: OperationCall<never, never, never>, services: Services) => Promise<unknown>
}

/** Declares an operation. The function only types the declaration. gate.ts runs it. */
export function route<
  P extends TSchema = TObject<{}>,
  Q extends TSchema = TObject<{}>,
  B extends TSchema = TObject<{}>,
  R extends TSchema = TSchema,
  Services = unknown,
>(declaration: RouteDeclaration<P, Q, B, R, Services>): Route<Services> {
  return declaration
}

export function successStatus(declared: Pick<Route, 'reply'>): number {
  return Number(Object.keys(declared.reply)[0])
}

export function isWrite(declared: Pick<Route, 'method'>): boolean {
  return declared.method !== 'GET'
}

/** The first value of a list's `sort`. */
export function defaultSort(declared: Pick<Route, 'name' | 'query'>): string {
  const { properties } = declared.query as unknown as { properties?: { sort?: { enum: string[] } } }
  const [first] = properties?.sort?.enum ?? []
  if (!first) throw new Error(`${declared.name} is not declared as a list`)
  return first
}
