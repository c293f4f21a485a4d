import { wrongOf } from '../fuzz/judge.ts'
import type { Reply } from '../fuzz/send.ts'
import type { Find } from './canary-values.ts'
import { type Counts, count } from './counts.ts'

export interface CheckedRequest {
  /** Its number in the run and the total. */
  what: string
  operation: string
  bytes: Buffer
}

export interface KnownSecrets {
  /** The only valid credential. */
  token: string
  /** Data of another user: no response to the caller may contain it. */
  foreign: Find
  /** Personal data sent by the caller: no error may repeat it. */
  personal: Find
  secret: Find
}

/** Checks one response, whatever the request was, for leaks and errors. */
export function judgeAnswer(
  counts: Counts,
  { what, operation, bytes }: CheckedRequest,
  reply: Reply,
  known: KnownSecrets,
): void {
  const { status = 0, text } = reply
  const wrong = wrongOf(reply, operation)
  const line = `${what}: ${reply.status ?? 'no answer'} ${reply.code ?? ''}`
  const letIn = status >= 200 && status < 300 && !isCredentialed(bytes, known.token)
  const seen = known.foreign(text)
  count(counts, 'successes', 1, [
    ...(letIn ? [`${line} without a credential`] : []),
    ...seen.map((kind) => `${line} shows the ${kind} of somebody else`),
  ])
  count(counts, 'undeclared_5xx', 1, wrong === 'undeclared_5xx' ? [line] : [])
  count(counts, 'hangs', 1, wrong === 'hangs' ? [line] : [])
  const said = [...(status >= 400 ? known.personal(text) : []), ...known.secret(text)]
  count(
    counts,
    'canaries',
    1,
    said.map((kind) => `${line} repeats ${kind}`),
  )
}

function isCredentialed(bytes: Buffer, token: string): boolean {
  const end = bytes.indexOf('\r\n\r\n')
  const lines = bytes.toString('latin1', 0, end === -1 ? bytes.length : end).split('\r\n')
  return lines.includes(`authorization: Bearer ${token}`)
}
