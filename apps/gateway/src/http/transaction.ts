import type pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import { OutcomeUnknown } from '../platform/db/database-errors.ts'
import { poolWaitDuration, transactionDuration } from '../platform/db/metrics.ts'
import { runTransaction, type Transaction, type TransactionPlan } from '../platform/db/transaction.ts'
import { Fault } from '../platform/errors/fault.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { JobOptions, JobSender } from '../platform/jobs/job-client.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import { outcomeUnknown, unavailable } from './faults.ts'
import {
  type Binding,
  createClaimScope,
  DuplicateRequestError,
  findClaim,
  refuseRepeat,
  takeClaim,
  tookEffect,
} from './replay/claim.ts'
import { replayRefusals } from './replay/metrics.ts'
import { assertScope, type CachedScope, StaleScopeError } from './scope/resolve-scope.ts'
import { type Scope, scopeOfUser } from './scope/scope.ts'

/** A scoped transaction. The stores of every area take it as their first parameter. */
export interface Tx extends Transaction {
  readonly scope: Scope
  readonly request_id: string
  /** The time of everything this transaction writes. */
  readonly now: Date
  /** Enqueues a job, which is sent with COMMIT. */
  enqueue<Data extends object>(job: Job<never, Data>, data: Data, options?: JobOptions): Promise<void>
}

/** Dependencies of a scoped transaction, in the API and in the worker. */
export interface TransactionDeps {
  pool: pg.Pool
  jobs: JobSender
  metrics: Metrics
  clock: Clock
}

export interface TransactionContext extends TransactionDeps {
  scope: Scope
  /** The scope with its version: a read compares it in its first batch, a write asserts it in its last. */
  known?: CachedScope | undefined
  request_id: string
  now: Date
  /** Present when the request is bound by replay protection. */
  binding: Binding | undefined
  /** Whether the operation only reads and has no replay claim. */
  readOnly: boolean
  /** Whether what it reads is found by its keys alone. */
  brief?: boolean | undefined
  /** The status this operation answers when it succeeds; kept with the claim. */
  status: number
  /** The id in the path: the changed record, where the response has no id of its own. */
  named?: string | undefined
}

const RETRY_AFTER_SECONDS = '2'

/**
 * The one transaction of a request: scope, replay check, the work, and the claim commit together or not at all. Only a
 * committed transaction returns success.
 */
export async function runRequestTransaction<T>(context: TransactionContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { pool, scope, binding, metrics } = context
  let outcome: { result: T } | undefined
  if (!context.readOnly) await context.jobs.ready()
  try {
    return await runTransaction(pool, {
      readOnly: context.readOnly,
      brief: context.brief ?? false,
      opening: [
        opening(context, binding),
        ...(binding ? [{ statement: findClaim(scope, binding), judge: refuseClaimed }] : []),
      ],
      work: (tx) => work(scoped(tx, context)),
      closing: (result) => {
        outcome = { result }
        // A fault that is returned and not thrown commits its writes without a claim, so that the request may be sent again.
        const claims =
          binding && !(result instanceof Fault)
            ? [takeClaim(scope, binding, context.status, idOf(result) ?? context.named ?? null)]
            : []
        // After everything that may wait for a lock, because a revocation waits for everything after the assertion.
        return context.known ? [...claims, assertScope(context.known)] : claims
      },
      observe: ({ poolWait, transaction }) => {
        metrics.observe(poolWaitDuration, {}, poolWait / 1000)
        metrics.observe(transactionDuration, {}, transaction / 1000)
      },
    })
  } catch (error) {
    if (binding && (error instanceof DuplicateRequestError || isClaimConflict(error)))
      throw await repeatRefused(context, binding)
    if (binding && error instanceof OutcomeUnknown) return await resolveUnknown(context, binding, error, outcome)
    throw error
  }
}

/**
 * Reads before it writes, in a read-only transaction. A repeat of a finished request is rejected here, so that no partner is
 * called a second time. A repeat of a running request is left to the transaction that follows.
 */
export async function runReadOnlyPrecheck<T>(context: TransactionContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { pool, scope, binding } = context
  try {
    return await runTransaction(pool, {
      readOnly: true,
      opening: [
        opening(context, undefined),
        ...(binding ? [{ statement: findClaim(scope, binding), judge: refuseClaimed }] : []),
      ],
      work: (tx) => work(scoped(tx, context)),
    })
  } catch (error) {
    if (binding && error instanceof DuplicateRequestError) throw await repeatRefused(context, binding)
    throw error
  }
}

function scoped(
  tx: Transaction,
  { scope, request_id, now, jobs }: Pick<TransactionContext, 'scope' | 'request_id' | 'now' | 'jobs'>,
): Tx {
  return { ...tx, scope, request_id, now, enqueue: (job, data, options) => jobs.send(tx, job.name, data, options) }
}

/**
 * The same for a job: the records of one user, under that user's scope and the API's role, so that scope and row-level
 * security limit a job like a request. There is no authenticated user; `request_id` names the job.
 */
export function runAsUser<T>(
  ground: TransactionDeps,
  user_id: string,
  request_id: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return runInScope(ground, scopeOfUser(user_id), request_id, work)
}

/** The same within any scope. */
export async function runInScope<T>(
  { pool, jobs, clock }: TransactionDeps,
  scope: Scope,
  request_id: string,
  work: (tx: Tx) => Promise<T>,
  how: Pick<TransactionPlan<T>, 'rehearsed' | 'closing'> = {},
): Promise<T> {
  await jobs.ready()
  return runTransaction(pool, {
    ...how,
    opening: [{ statement: createClaimScope(scope, undefined) }],
    work: (tx) => work(scoped(tx, { scope, request_id, now: clock.now(), jobs })),
  })
}

function opening({ scope, known, readOnly }: TransactionContext, binding: Binding | undefined) {
  const compared = readOnly ? known : undefined
  const statement = createClaimScope(scope, binding, compared)
  if (!compared) return { statement }
  return {
    statement,
    judge(rows: unknown[]) {
      if ((rows as { version: string }[])[0]!.version !== compared.version) throw new StaleScopeError()
    },
  }
}

function refuseClaimed(rows: unknown[]): void {
  if (rows.length > 0) throw new DuplicateRequestError()
}

function isClaimConflict(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'replay_claims_once'
}

async function repeatRefused({ pool, scope, known, metrics }: TransactionContext, binding: Binding): Promise<Error> {
  const refusal = await refuseRepeat(pool, scope, binding, known)
  metrics.count(replayRefusals, { schema: binding.schema ?? 'absent' })
  return refusal ?? unavailable({ headers: { 'retry-after': RETRY_AFTER_SECONDS } })
}

/** An effect found by a commit that waited for the replicas is done. An effect not found was not done. */
async function resolveUnknown<T>(
  { pool, scope }: TransactionContext,
  binding: Binding,
  cause: OutcomeUnknown,
  outcome: { result: T } | undefined,
): Promise<T> {
  const headers = { 'retry-after': RETRY_AFTER_SECONDS }
  const done = await tookEffect(pool, scope, binding).catch((error: unknown) => {
    throw outcomeUnknown({ headers, cause: error })
  })
  if (done && outcome) return outcome.result
  throw unavailable({ headers, cause })
}

/** The record the work returned, for the claim: what was created or changed. */
function idOf(result: unknown): string | null {
  const id = (result as { id?: unknown } | undefined)?.id
  return typeof id === 'string' ? id : null
}
