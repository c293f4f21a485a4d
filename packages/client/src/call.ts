import { leavesOpen, mayHaveHappened } from './ambiguous-outcome.ts'
import { type IdempotencyContext, idempotency, isOfThis, type ReplaySchema } from './idempotency.ts'
import { Problem, ResponseLostError, UnknownOutcomeError } from './problem.ts'
import { forFiles, isPassing, persist, type RetryPolicy, type RetryStep, retryAfterMs, usual } from './retry.ts'
import {
  LineLost,
  type OperationName,
  operationOf,
  type ParsedResponse,
  type RequestTransport,
  send,
  type TransportRequest,
} from './transport.ts'

/** Options of one call, besides its parameters. */
export interface CallOptions {
  /** A stored intention, to continue after a crash or a `UnknownOutcomeError`. Otherwise a new one is made. */
  intention?: IdempotencyContext
  /** `x-transaction-uuid`: on a create, the id of what is created. By default the nonce, where the schema compares one. */
  transaction?: string
  replay?: ReplaySchema
  signal?: AbortSignal
  patience?: Partial<RetryPolicy>
}

export interface CallInput extends CallOptions, TransportRequest {
  ifMatch?: string
}

export interface ApiResponse<Data = unknown> {
  data: Data
  /** Send it as `ifMatch`, so that only the version you have read is changed. */
  etag: string | undefined
  request_id: string | undefined
  /** The first response was lost: this is the record as it was read afterwards. */
  recovered: boolean
}

/** A till may decode the same billet twice on purpose. */
const repeatable = new Set<OperationName>(['decodeBilletV1', 'decodeBilletV2'])

/** Idempotent retry of one intention: repeats until there is a response, and recognises a REPLAY of its own attempt. */
export async function call(line: RequestTransport, name: OperationName, asked: CallInput = {}): Promise<ApiResponse> {
  const { method, form } = operationOf(name)
  const intention = asked.intention ?? idempotency()
  // A read with a replay schema is bound like a write, but only when the caller asks for it.
  const schema =
    asked.replay ??
    (method === 'GET' ? undefined : (line.acting.replay ?? (repeatable.has(name) ? 'nonce' : undefined)))
  const headers = headersFor(intention, schema, asked)
  const patience = { ...(form ? forFiles : usual), ...line.patience, ...asked.patience }
  // Whether an earlier attempt of this call may have taken effect without a response.
  let lost = false
  const unknown = (cause: unknown) => new UnknownOutcomeError(name, intention, cause)
  const told = (problem: Problem) => {
    const isOpen = mayHaveHappened(problem) || (lost && leavesOpen(problem))
    return isOpen && method !== 'GET' ? unknown(problem) : problem
  }

  const outcome = await persist(
    patience,
    asked.signal,
    async (signal): Promise<RetryStep<ParsedResponse | Problem>> => {
      const received = await send(line, name, asked, headers, signal).catch((error: unknown) => {
        if (isLoss(error)) return error
        throw lost ? unknown(error) : error
      })
      if (received instanceof Error) {
        lost = true
        return { failed: unknown(received) }
      }
      const { response, error } = received
      if (response.ok) return { result: received }
      const problem = new Problem(response, error)
      // For a stored intention the result of another process is unknown.
      const isRepeat = problem.code === 'REPLAY' && (lost || asked.intention !== undefined)
      const { first_seen_at } = problem.members
      if (isRepeat && isOfThis(intention, schema, first_seen_at, response.headers.get('date')))
        return { result: problem }
      if (!isPassing(response.status)) throw told(problem)
      lost ||= mayHaveHappened(problem)
      return { failed: told(problem), afterMs: retryAfterMs(response.headers.get('retry-after')) }
    },
  )
  return outcome instanceof Problem ? readAgain(line, name, asked, outcome) : answered(outcome)
}

function headersFor(
  intention: IdempotencyContext,
  schema: ReplaySchema | undefined,
  asked: CallInput,
): Record<string, string> {
  const transaction = asked.transaction ?? (schema?.includes('x-transaction-uuid') ? intention.nonce : undefined)
  return {
    nonce: intention.nonce,
    ...(schema && { 'x-include-replay-protection-schema': schema }),
    ...(transaction && { 'x-transaction-uuid': transaction }),
    ...(asked.ifMatch && { 'if-match': asked.ifMatch }),
  }
}

/** Any error other than a lost connection is a bug of this program, and not retried. */
const isLoss = (error: unknown): error is Error => error instanceof LineLost || error instanceof SyntaxError

/** The first result of a lost response: the record as it is now. */
async function readAgain(
  line: RequestTransport,
  name: OperationName,
  asked: CallInput,
  replay: Problem,
): Promise<ApiResponse> {
  const { method, reads } = operationOf(name)
  // A bound read has changed nothing, so it is repeated unbound.
  if (method === 'GET') {
    const { replay: _, intention: __, ...freely } = asked
    return { ...(await call(line, name, freely)), recovered: true }
  }
  const { resource_id } = replay.members as { resource_id?: string }
  if (!reads || !resource_id) throw new ResponseLostError(name, resource_id, replay)
  const [last] = operationOf(reads).path.match(/(?<=\{)\w+(?=\}$)/)!
  const { params, signal, patience } = asked
  const found = await call(line, reads, {
    params: { ...params, [last]: resource_id },
    ...(signal && { signal }),
    ...(patience && { patience }),
  }).catch((error: unknown) => {
    // A deleted record cannot be read. That the call took effect is certain by now.
    if (error instanceof Problem || error instanceof UnknownOutcomeError)
      throw new ResponseLostError(name, resource_id, error)
    throw error
  })
  return { ...found, recovered: true }
}

function answered({ data, response }: ParsedResponse): ApiResponse {
  const header = (name: string) => response.headers.get(name) ?? undefined
  return { data, etag: header('etag'), request_id: header('x-request-id'), recovered: false }
}
