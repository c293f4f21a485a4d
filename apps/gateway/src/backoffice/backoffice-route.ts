import type { Static, TObject, TSchema } from 'typebox'
import type { Page, PageAnswer } from '../http/page.ts'
import type { Tx } from '../http/transaction.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import type { FaultKind } from '../platform/errors/fault.ts'
import type { Language } from '../platform/language.ts'
import type { Proposal } from './approvals/approval.ts'
import type { StoredProposal } from './approvals/approval-store.ts'
import type { Person } from './auth/person.ts'
import type { CaseKindName } from './cases/case-kind.ts'
import type { Role } from './role.ts'

/** What an operation receives once a person's request has passed the desk's gate. */
export interface DeskCall<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  person: Person
  now: Date
  language: Language
  /** The paging of this list. Only for an operation whose query is a PageQuery. */
  page: () => Page
  /** Reads across users, in a read-only transaction. */
  look: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /** The same for the records of one user, for stores that need a scope. */
  lookAt: <T>(user_id: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** An ordinary list: one transaction, one statement that ends with the page's clause, one page returned. */
  list: <Row extends { id: string }>(rows: (tx: Transaction, page: Page) => Promise<Row[]>) => Promise<PageAnswer<Row>>
  /**
   * An act, once per request: the change, its event and the journal entry commit together. Where the decision needs
   * four-eyes approval it is tried, rolled back and stored as a proposal that another person carries out. An operation with
   * a `decision` therefore does nothing before its act, because it runs again on approval.
   */
  act: RunAudited
  /** The result of an act that needed a call to a partner: a second transaction and entry, after the first. */
  settle: RunAudited
  /** The caller's current identity, or an error: for a stream. It does not count as use of the session. */
  again: () => Promise<Person>
  /** The proposed operation, for a dry run or for execution. Only for the operations on proposals. */
  proposed: (proposal: StoredProposal) => ProposedOperation
}

export type RunAudited = <T>(act: AuditedAction<T>) => Promise<T>

/** An operation that waits for a second person. */
export interface ProposedOperation {
  /** The proposed input. */
  body: unknown
  /** What it would change now: a dry run. */
  prospect: () => Promise<{ stands: boolean; refusal?: string; changes?: Record<string, unknown> }>
  /** Carries it out, in the name of the approver. If the record has changed meanwhile, the proposal ends instead. */
  carryOut: (reason: string) => Promise<{ proposal: Proposal; result?: unknown; followed?: Record<string, unknown> }>
}

export interface AuditedAction<T> {
  /** The owner of the records. Absent for records without an owner, such as a user itself. */
  user_id?: string
  subject: { type: string; id: string }
  reason?: string
  /** The proposed body, where the operation completes the one that was sent. */
  body?: unknown
  /** In cents, where the need for a second person depends on the amount. */
  amount?: number
  /** The proposal it is about. */
  proposal_id?: string
  work: (tx: Tx) => Promise<ActionResult<T>>
}

/** The response, and what the journal records of the act. */
export interface ActionResult<T> {
  answer: T
  /** States and ids, before and after: `{ status: ['PENDING', 'ACTIVE'] }`. */
  changes?: Record<string, unknown>
  /** Personal values, before and after. */
  sealed?: Record<string, unknown>
  /** Written rows without events of their own: users, products, memberships, wallets, keys, networks, marks. */
  records?: { table: string; key: string }[]
}

interface Decides {
  kind: CaseKindName
  id: 'id' | 'step_id'
}

export type AnswerType = 'text/event-stream' | 'text/csv'

interface BackofficeRouteDeclaration<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  R extends TSchema,
  Services,
> {
  /** The operation's name in the desk's contract, in proposals and in the journal. */
  name: string
  summary: string
  description?: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/v1/${string}`
  /** One of these roles is required. */
  roles: readonly Role[]
  /** Not available to machines, whatever their roles. */
  peopleOnly?: boolean
  /** Needs a login as recent and as strong as DESK_FRESH_SECONDS and DESK_ACR require. */
  freshLogin?: boolean
  /** Counted against the hourly limit of the person. */
  reveals?: 'reveal' | 'search'
  /** The kind of decision. By it the settings require four-eyes approval. */
  decision?: string
  /** The kind of case it decides, and the path parameter with its id. The body has `taken_from`. */
  decides?: Decides
  params?: P
  query?: Q
  body?: B
  example?: Static<B>
  /** The content type of a response that is not JSON: a text or an event stream. `reply` describes its content. */
  type?: AnswerType
  reply: { 200: R } | { 201: R }
  errors: FaultKind[]
  handle: (call: DeskCall<Static<P>, Static<Q>, Static<B>>, services: Services) => Promise<unknown>
}

type AnySchema = BackofficeRouteDeclaration<TSchema, TSchema, TSchema, TSchema, never>

/** An operation of the table of routes, whose shapes only the declaration knows. */
export interface DeskRoute<Services = never> extends Omit<AnySchema, 'path' | 'example' | 'reply' | 'handle'> {
  path: string
  example?: unknown
  reply: Record<number, TSchema>
  handle: (call: DeskCall<never, never, never>, services: Services) => Promise<unknown>
}

/** Declares an operation of the desk. The function only types the declaration. */
export function deskRoute<
  P extends TSchema = TObject<{}>,
  Q extends TSchema = TObject<{}>,
  B extends TSchema = TObject<{}>,
  R extends TSchema = TSchema,
  Services = unknown,
>(declaration: BackofficeRouteDeclaration<P, Q, B, R, Services>): DeskRoute<Services> {
  return declaration
}
