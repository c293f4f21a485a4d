import type { Policy } from './buckets.ts'
import type { Dict } from './dict.ts'
import { isValid, KeyNotUsable, keyAt } from './keys/signing-keys.ts'
import { dictCallDuration } from './metrics.ts'
import { DictError, type Doubt, type NotDoneReason, type Outcome } from './outcome.ts'
import { readProblem } from './problem.ts'
import { signXml } from './signature/sign.ts'
import { NotBelieved, verifyXml } from './signature/verify.ts'
import type { Exchanged } from './transport.ts'
import { parseXml } from './xml/read.ts'
import { dictName, type Reader, record, text } from './xml/shape.ts'
import { writeXml, type XmlElementContent } from './xml/write.ts'
import { UnreadableXml } from './xml/xml-safety.ts'

interface Call<T> {
  policy: Policy
  /** The path after the version: `/refunds/`. The final slashes are BACEN's. */
  path: string
  /** The root element of the response. */
  answer: string
  read: Reader<T>
  /** Whether the response concerns the requested record. A valid response about another record is rejected. */
  about?: (value: T) => boolean
}

interface DictRead<T> extends Call<T> {
  query?: Query
}

/** Parameters in our spelling; a list is sent as a repeated parameter. */
type Query = Record<string, string | number | boolean | readonly string[] | undefined>

interface DictWrite<T> extends Call<T> {
  method?: 'POST' | 'PUT'
  /** The root element of the request. */
  request: string
  content: XmlElementContent
}

/** Sends a read request. BACEN requires no signature on it; the response is signed. */
export function readFromDict<T>(dict: Dict, { query = {}, ...call }: DictRead<T>): Promise<Outcome<T>> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    (value === undefined ? [] : [value].flat()).map((each) => [dictName(name), String(each)]),
  )
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return measured(dict, call, () => exchange(dict, call, { method: 'GET', search }))
}

/** Sends a signed write request. Only writes can have an unknown outcome. */
export function writeToDict<T>(dict: Dict, write: DictWrite<T>): Promise<Outcome<T>> {
  return measured(dict, write, () => signAndSend(dict, write))
}

async function signAndSend<T>(
  dict: Dict,
  { method = 'POST', request, content, ...call }: DictWrite<T>,
): Promise<Outcome<T>> {
  const key = keyAt(dict.signing, dict.clock.now())
  if (!key) return notDone('OUR_CERTIFICATE_NOT_VALID', 60_000)
  try {
    const body = await signXml(writeXml(request, content), key)
    return await exchange(dict, call, { method, search: '', body })
  } catch (error) {
    if (error instanceof KeyNotUsable) return notDone('OUR_KEY_NOT_USABLE', 10_000)
    throw error
  }
}

/**
 * Metric label: DICT chooses the rejection codes, so they appear only in the log. All other reasons are ours, and few.
 */
async function measured<T>(
  { metrics }: Dict,
  { policy }: Pick<Call<T>, 'policy'>,
  call: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const startedAt = performance.now()
  const ended = await call()
  const labels = { policy, outcome: ended.outcome, reason: 'reason' in ended ? ended.reason : '' }
  metrics.observe(dictCallDuration, labels, (performance.now() - startedAt) / 1000)
  return ended
}

interface Sending {
  method: 'GET' | 'POST' | 'PUT'
  search: string
  body?: string
}

async function exchange<T>(dict: Dict, call: Call<T>, { method, search, body }: Sending): Promise<Outcome<T>> {
  const now = dict.clock.now()
  if (!dict.own.every((certificate) => isValid(certificate, now))) return notDone('OUR_CERTIFICATE_NOT_VALID', 60_000)
  const waitMs = dict.buckets.take(call.policy)
  if (waitMs > 0) return notDone('OUR_BUCKET_EMPTY', waitMs)
  const headers = {
    'pi-requestingparticipant': dict.participant,
    ...(body !== undefined && { 'content-type': 'application/xml' }),
  }
  const url = `${dict.url}${call.path}${search}`
  const exchanged = await dict.transport.exchange({ method, url, headers, ...(body !== undefined && { body }) })
  return judge(dict, call, exchanged, body !== undefined)
}

/** Classifies the HTTP result as one of the four outcomes. */
function judge<T>(dict: Dict, call: Call<T>, exchanged: Exchanged, writing: boolean): Outcome<T> {
  const doubt = (reason: Doubt, status?: number): Outcome<T> =>
    writing
      ? { outcome: 'unknown', reason, ...(status !== undefined && { status }) }
      : { ...notDone('NO_ANSWER_TO_BELIEVE', 1_000), doubt: reason }

  if (!exchanged.answered) {
    return exchanged.sent ? doubt(exchanged.doubt) : { ...notDone('NOT_CONNECTED', 5_000), doubt: exchanged.doubt }
  }
  const { status, retryAfterMs } = exchanged
  // Both statuses only make us wait, so they are obeyed even when an unsigned proxy sent them.
  if (status === 429) {
    dict.buckets.drain(call.policy)
    return notDone('RATE_LIMITED', retryAfterMs ?? 60_000)
  }
  if (status === 503) return notDone('UNAVAILABLE', retryAfterMs ?? 10_000)
  if (status >= 500 || status < 200) return doubt('SERVER_ERROR', status)
  try {
    const content = verifyXml(exchanged.body, dict.trusted, dict.clock.now())
    if (status >= 300) return refusal(content, status)
    return { outcome: 'done', ...readAnswer(call, content) }
  } catch (error) {
    if (error instanceof NotBelieved) return doubt('SIGNATURE_NOT_BELIEVED', status)
    if (error instanceof UnreadableXml) return doubt('ANSWER_NOT_READABLE', status)
    throw error
  }
}

function refusal(content: string, status: number): Outcome<never> {
  const refused = readProblem(content, status)
  return refused.type === DictError.conflict ? notDone('CONFLICT', 1_000) : refused
}

const envelope = record({ correlation_id: text })

function readAnswer<T>({ answer, read, about }: Call<T>, content: string): { value: T; correlation_id: string } {
  const { root, value: document } = parseXml(content)
  if (root !== answer) throw new UnreadableXml(`the answer is not a ${answer}`)
  const value = read(document, answer)
  if (about && !about(value)) throw new UnreadableXml('the answer is about something else')
  return { value, ...envelope(document, answer) }
}

function notDone(reason: NotDoneReason, retryAfterMs: number): Outcome<never> & { outcome: 'not_done' } {
  return { outcome: 'not_done', reason, retryAfterMs }
}
