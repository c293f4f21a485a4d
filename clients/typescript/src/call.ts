import { leavesOpen, mayHaveHappened } from './doubt.ts'
import { type Intention, intend, isOfThis, type ReplaySchema } from './intention.ts'
import { type Line, LineLost, type OperationName, operationOf, type Received, type Sent, send } from './line.ts'
import { forFiles, isPassing, type Patience, persist, retryAfterMs, type Tried, usual } from './persist.ts'
import { AnswerLost, NoAnswer, Problem } from './problem.ts'

/** How one call is to be made, beside what it asks. */
export interface CallOptions {
  /** One that was kept, to go on with after a crash or a `NoAnswer`. A new one is made otherwise. */
  intention?: Intention
  /** `x-transaction-uuid`: on a create, the id of what is created. The nonce, where the schema compares one. */
  transaction?: string
  replay?: ReplaySchema
  signal?: AbortSignal
  patience?: Partial<Patience>
}

export interface Asked extends CallOptions, Sent {
  ifMatch?: string
}

export interface Answer<Data = unknown> {
  data: Data
  /** Send it back as `ifMatch`, to change only what you have seen. */
  etag: string | undefined
  request_id: string | undefined
  /** The first answer was lost: this is the record as it was read afterwards. */
  recovered: boolean
}

/** A till reads one billet twice and asks twice what it costs. */
const repeatable = new Set<OperationName>(['decodeBilletV1', 'decodeBilletV2'])

/** Carries out one intention: asks until it is answered, and takes a repeat of itself for what it is. */
export async function call(line: Line, name: OperationName, asked: Asked = {}): Promise<Answer> {
  const { method, form } = operationOf(name)
  const intention = asked.intention ?? intend()
  // A read that names a schema is bound as a write is, which is only for who asks for it.
  const schema =
    asked.replay ??
    (method === 'GET' ? undefined : (line.acting.replay ?? (repeatable.has(name) ? 'nonce' : undefined)))
  const headers = headersFor(intention, schema, asked)
  const patience = { ...(form ? forFiles : usual), ...line.patience, ...asked.patience }
  // Whether a try of this call may have taken effect without our having heard of it.
  let lost = false
  const unknown = (cause: unknown) => new NoAnswer(name, intention, cause)
  const told = (problem: Problem) => {
    const isOpen = mayHaveHappened(problem) || (lost && leavesOpen(problem))
    return isOpen && method !== 'GET' ? unknown(problem) : problem
  }

  const outcome = await persist(patience, asked.signal, async (signal): Promise<Tried<Received | Problem>> => {
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
    // Of an intention that was kept, nobody knows what it came to in another process.
    const isRepeat = problem.code === 'REPLAY' && (lost || asked.intention !== undefined)
    const { first_seen_at } = problem.members
    if (isRepeat && isOfThis(intention, schema, first_seen_at, response.headers.get('date'))) return { result: problem }
    if (!isPassing(response.status)) throw told(problem)
    lost ||= mayHaveHappened(problem)
    return { failed: told(problem), afterMs: retryAfterMs(response.headers.get('retry-after')) }
  })
  return outcome instanceof Problem ? readAgain(line, name, asked, outcome) : answered(outcome)
}

function headersFor(intention: Intention, schema: ReplaySchema | undefined, asked: Asked): Record<string, string> {
  const transaction = asked.transaction ?? (schema?.includes('x-transaction-uuid') ? intention.nonce : undefined)
  return {
    nonce: intention.nonce,
    ...(schema && { 'x-include-replay-protection-schema': schema }),
    ...(transaction && { 'x-transaction-uuid': transaction }),
    ...(asked.ifMatch && { 'if-match': asked.ifMatch }),
  }
}

/** What is neither about the line nor half an answer is a mistake of this program, and no reason to try again. */
const isLoss = (error: unknown): error is Error => error instanceof LineLost || error instanceof SyntaxError

/** The first outcome of what was lost on the way back: the record that it left. */
async function readAgain(line: Line, name: OperationName, asked: Asked, replay: Problem): Promise<Answer> {
  const { method, reads } = operationOf(name)
  // A read that was bound has changed nothing: it is asked for anew, and freely.
  if (method === 'GET') {
    const { replay: _, intention: __, ...freely } = asked
    return { ...(await call(line, name, freely)), recovered: true }
  }
  const { resource_id } = replay.members as { resource_id?: string }
  if (!reads || !resource_id) throw new AnswerLost(name, resource_id, replay)
  const [last] = operationOf(reads).path.match(/(?<=\{)\w+(?=\}$)/)!
  const { params, signal, patience } = asked
  const found = await call(line, reads, {
    params: { ...params, [last]: resource_id },
    ...(signal && { signal }),
    ...(patience && { patience }),
  }).catch((error: unknown) => {
    // Of what was deleted there is nothing to read. Whatever it is, that it took effect is certain by now.
    if (error instanceof Problem || error instanceof NoAnswer) throw new AnswerLost(name, resource_id, error)
    throw error
  })
  return { ...found, recovered: true }
}

function answered({ data, response }: Received): Answer {
  const header = (name: string) => response.headers.get(name) ?? undefined
  return { data, etag: header('etag'), request_id: header('x-request-id'), recovered: false }
}
