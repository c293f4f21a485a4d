import type { Static, TObject, TSchema } from 'typebox'
import type { FaultKind } from '../base/errors/fault.ts'
import type { Text } from '../base/language.ts'
import type { IncomingFile, KeptPart, MultipartRules, Received } from './multipart/multipart.ts'
import type { Page, PageAnswer } from './page.ts'
import type { Scope } from './scope/scope.ts'
import type { Tx } from './transaction.ts'

/** What the gate hands to an operation once a request has passed. */
export interface Call<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  scope: Scope
  now: Date
  /** `x-transaction-uuid`: on a create, the id the caller chose. */
  transaction_uuid: string | undefined
  /** `If-Match`: the ETag the caller expects the record to have. */
  if_match: string | undefined
  /** How this list is cut. Only for an operation whose query is a PageQuery. */
  page: () => Page
  /** The whole of an ordinary list: one transaction, one statement that ends with the page's clause, one page answered. */
  list: <Row extends { id: string }>(rows: (tx: Tx, page: Page) => Promise<Row[]>) => Promise<PageAnswer<Row>>
  /** Takes in a multipart body, file by file as it comes. Only for an operation that declares one. */
  receive: <Kept extends KeptPart>(keep: (file: IncomingFile) => Promise<Kept>) => Promise<Received<Body, Kept>>
  /**
   * Looks first: a transaction that cannot write, under the same scope, for an operation that has to ask somebody outside
   * before it acts. A repeat is refused here already. What was seen may have changed by the time it acts.
   */
  look: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** The one transaction of this request. After `receive`, where there is a multipart body: bytes are safe first. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * A row may hold null where the reply has no field: what has no value is left out on the way. And where the reply has a text,
 * it may hold one in both languages: the one that was asked for leaves.
 */
type Answer<T> = T extends readonly (infer Item)[]
  ? Answer<Item>[]
  : T extends object
    ? { [K in keyof T]: Answer<T[K]> | (undefined extends T[K] ? null : never) }
    : string extends T
      ? T | Text
      : T

interface Declaration<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, Services> {
  /** The operation's name in the contract; the same as the file's and the constant's. */
  name: string
  summary: Text
  /** What it does, what it needs and what it leaves behind, for who reads the contract. */
  description: Text
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  params?: P
  query?: Q
  body?: B
  /** A body that works, for the contract. The tests send this very one. */
  example?: Static<B>
  /** Present when the body is multipart: `body` then describes its fields, and this its files. */
  multipart?: MultipartRules
  /** Of our own, and repeated on purpose: the nonce is compared unless the caller names a schema. */
  repeatable?: true
  /** Reads the request log, which is not to fill with the reading of it: only a refusal of this leaves a line there. */
  unlogged?: true
  /** Reads one record by its keys. Such reads share a round trip, and each waits for the slowest of them: no list may be among them. */
  brief?: true
  reply: { 200: R } | { 201: R }
  errors: FaultKind[]
  /** What it needs beside the call it names in the type of its second argument; the table of routes is checked for it. */
  handle: (call: Call<Static<P>, Static<Q>, Static<B>>, services: Services) => Promise<Answer<Static<R>>>
}

type AnySchema = Declaration<TSchema, TSchema, TSchema, TSchema, never>

/** An operation of the table of routes, whose shapes only the declaration knows. */
export interface Route<Services = never> extends Omit<AnySchema, 'path' | 'example' | 'reply' | 'handle'> {
  path: string
  example?: unknown
  reply: Record<number, TSchema>
  handle: (call: Call<never, never, never>, services: Services) => Promise<unknown>
}

/** Declares an operation. It only gives the declaration its types: what happens to it is in gate.ts. */
export function route<
  P extends TSchema = TObject<{}>,
  Q extends TSchema = TObject<{}>,
  B extends TSchema = TObject<{}>,
  R extends TSchema = TSchema,
  Services = unknown,
>(declaration: Declaration<P, Q, B, R, Services>): Route<Services> {
  return declaration
}

export function successStatus(declared: Pick<Route, 'reply'>): number {
  return Number(Object.keys(declared.reply)[0])
}

export function isWrite(declared: Pick<Route, 'method'>): boolean {
  return declared.method !== 'GET'
}

/** The first value a list's `sort` may take. */
export function defaultSort(declared: Pick<Route, 'name' | 'query'>): string {
  const { properties } = declared.query as unknown as { properties?: { sort?: { enum: string[] } } }
  const [first] = properties?.sort?.enum ?? []
  if (!first) throw new Error(`${declared.name} is not declared as a list`)
  return first
}
