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

/** Carries out one intention: asks until it is answered, and takes a repeat of itself for what it is. */
export async function call(line: Line, name: OperationName, asked: Asked = {}): Promise<Answer> {
  const { method, form } = operationOf(name)
  const intention = asked.intention ?? intend()
  // A read that names a schema is bound as a write is, which is only for who asks for it.
  const schema = asked.replay ?? (method === 'GET' ? undefined : line.acting.replay)
  const headers = headersFor(intention, schema, asked)
  const patience = { ...(form ? forFiles : usual), ...line.patience, ...asked.patience }
  // Whether an earlier try may have taken effect: of an intention that was kept, nobody knows.
  let doubtful = asked.intention !== undefined
  const unknown = (cause: Error) => new NoAnswer(name, intention, cause)

  const outcome = await persist(patience, asked.signal, async (signal): Promise<Tried<Received | Problem>> => {
    const received = await send(line, name, asked, headers, signal).catch(asNoAnswer)
    if (received instanceof Error) {
      doubtful = true
      return { failed: unknown(received) }
    }
    const { response, error } = received
    if (response.ok) return { result: received }
    const problem = new Problem(response, error)
    if (isPassing(response.status)) {
      doubtful ||= mayHaveHappened(problem)
      const failed = doubtful && method !== 'GET' ? unknown(problem) : problem
      return { failed, afterMs: retryAfterMs(response.headers.get('retry-after')) }
    }
    const { first_seen_at } = problem.members
    const isOwn = doubtful && isOfThis(intention, schema, first_seen_at, response.headers.get('date'))
    if (problem.code === 'REPLAY' && isOwn) return { result: problem }
    throw problem
  })
  return outcome instanceof Problem ? readAgain(line, name, asked, outcome) : answered(outcome, false)
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

/** What is not about the line is a mistake of this program, and no reason to try again. */
function asNoAnswer(error: unknown): Error {
  if (error instanceof LineLost || error instanceof SyntaxError) return error
  throw error
}

/** The gateway says so when nothing happened. Of whoever else stands between, nobody knows. */
function mayHaveHappened({ status, code }: Problem): boolean {
  return status !== 429 && code !== 'UNAVAILABLE'
}

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
  try {
    const found = await call(line, reads, {
      params: { ...params, [last]: resource_id },
      ...(signal && { signal }),
      ...(patience && { patience }),
    })
    return { ...found, recovered: true }
  } catch (error) {
    // What was deleted is not there to be read.
    if (error instanceof Problem && error.status === 404) throw new AnswerLost(name, resource_id, error)
    throw error
  }
}

function answered({ data, response }: Received, recovered: boolean): Answer {
  const header = (name: string) => response.headers.get(name) ?? undefined
  return { data, etag: header('etag'), request_id: header('x-request-id'), recovered }
}
