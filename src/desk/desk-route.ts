import type { Static, TObject, TSchema } from 'typebox'
import type { Transaction } from '../base/db/transaction.ts'
import type { FaultKind } from '../base/errors/fault.ts'
import type { Language } from '../base/language.ts'
import type { Page, PageAnswer } from '../gate/page.ts'
import type { Tx } from '../gate/transaction.ts'
import type { CaseKindName } from './cases/case-kind.ts'
import type { Person } from './people/person.ts'
import type { Proposal } from './proposals/proposal.ts'
import type { StoredProposal } from './proposals/proposal-store.ts'
import type { Role } from './role.ts'

/** What the desk's gate hands to an operation once a person has passed. */
export interface DeskCall<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  person: Person
  now: Date
  language: Language
  /** How this list is cut. Only for an operation whose query is a PageQuery. */
  page: () => Page
  /** Looks across users, in a transaction that cannot write. */
  look: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /** The same at the records of one user, for the stores that know no others. */
  lookAt: <T>(user_id: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** The whole of an ordinary list: one transaction, one statement that ends with the page's clause, one page answered. */
  list: <Row extends { id: string }>(rows: (tx: Transaction, page: Page) => Promise<Row[]>) => Promise<PageAnswer<Row>>
  /**
   * What a person does, once per request: the change, its event and the entry in the journal commit together. Where the
   * decision needs a second pair of eyes it is tried, undone, and kept as a proposal that somebody else carries out: an
   * operation with a `decision` therefore does nothing before its act, because it runs again when it is approved.
   */
  act: Acting
  /** What became of an act that somebody outside had to be asked about: a second transaction and entry, after the first. */
  settle: Acting
  /** Who it is now, or a refusal: for an answer that goes on. It is no use of a session. */
  again: () => Promise<Person>
  /** What somebody proposed, to be tried or carried out. Only for the operations on proposals. */
  proposed: (proposal: StoredProposal) => ProposedOperation
}

export type Acting = <T>(act: DeskAct<T>) => Promise<T>

/** An operation that waits for a second person. */
export interface ProposedOperation {
  /** What was asked. */
  body: unknown
  /** What would become of it now: it is tried, and undone. */
  prospect: () => Promise<{ stands: boolean; refusal?: string; changes?: Record<string, unknown> }>
  /** Does it, in the name of who approves it. What has changed meanwhile ends the proposal instead. */
  carryOut: (reason: string) => Promise<{ proposal: Proposal; result?: unknown; followed?: Record<string, unknown> }>
}

export interface DeskAct<T> {
  /** On whose records; absent for what belongs to nobody, such as a user itself. */
  user_id?: string
  subject: { type: string; id: string }
  reason?: string
  /** The body that is proposed, where the operation completes what was sent. */
  body?: unknown
  /** In cents, where whether a second person is needed depends on it. */
  amount?: number
  /** The proposal it is about. */
  proposal_id?: string
  work: (tx: Tx) => Promise<Done<T>>
}

/** What is answered, and what the journal keeps of it. */
export interface Done<T> {
  answer: T
  /** States and ids: `{ status: ['PENDING', 'ACTIVE'] }`, before and after. */
  changes?: Record<string, unknown>
  /** The same of what is personal. */
  sealed?: Record<string, unknown>
  /** Rows without events that were written: users, products, memberships, wallets, keys, networks, marks. */
  records?: { table: string; key: string }[]
}

interface Decides {
  kind: CaseKindName
  id: 'id' | 'step_id'
}

export type AnswerType = 'text/event-stream' | 'text/csv'

interface Declaration<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, Services> {
  /** The operation's name in the desk's contract, in proposals and in the journal. */
  name: string
  summary: string
  description?: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/v1/${string}`
  /** Who may: whoever has one of these. */
  roles: readonly Role[]
  /** Closed to machines, whatever their roles. */
  peopleOnly?: boolean
  /** Needs a login as recent and as strong as DESK_FRESH_SECONDS and DESK_ACR say. */
  freshLogin?: boolean
  /** Counted against the hourly limit of the person. */
  reveals?: 'reveal' | 'search'
  /** Present on what is grave: the kind by which the settings say whether somebody else has to approve it. */
  decision?: string
  /** The kind of case it decides, and which path parameter is the case. Its body takes `taken_from`. */
  decides?: Decides
  params?: P
  query?: Q
  body?: B
  example?: Static<B>
  /** Of an answer that is no JSON: a text, or a stream that goes on while somebody watches. `reply` says what is in it. */
  type?: AnswerType
  reply: { 200: R } | { 201: R }
  errors: FaultKind[]
  handle: (call: DeskCall<Static<P>, Static<Q>, Static<B>>, services: Services) => Promise<unknown>
}

type AnySchema = Declaration<TSchema, TSchema, TSchema, TSchema, never>

/** An operation of the table of routes, whose shapes only the declaration knows. */
export interface DeskRoute<Services = never> extends Omit<AnySchema, 'path' | 'example' | 'reply' | 'handle'> {
  path: string
  example?: unknown
  reply: Record<number, TSchema>
  handle: (call: DeskCall<never, never, never>, services: Services) => Promise<unknown>
}

/** Declares an operation of the desk. It only gives the declaration its types. */
export function deskRoute<
  P extends TSchema = TObject<{}>,
  Q extends TSchema = TObject<{}>,
  B extends TSchema = TObject<{}>,
  R extends TSchema = TSchema,
  Services = unknown,
>(declaration: Declaration<P, Q, B, R, Services>): DeskRoute<Services> {
  return declaration
}
