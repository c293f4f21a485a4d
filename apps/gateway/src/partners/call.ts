import { type Dispatcher, errors, type Pool } from 'undici'
import { PartnerDown, PartnerUnusable } from './failure.ts'

/** Makes one HTTP request with a total timeout. Throws a failure with its reason. */
export async function call(
  pool: Pool,
  request: Dispatcher.RequestOptions,
  timeoutMs: number,
): Promise<{ status: number; text: string }> {
  // One abort signal for the queue, the connection, the headers and the body, so that a slow trickle of bytes also
  // times out.
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
  const answer = await pool
    .request({ ...request, signal })
    .then(async ({ statusCode: status, body }) => ({ status, text: await body.text() }))
    .catch((cause: unknown) => {
      if (cause instanceof errors.ResponseExceededMaxSizeError) throw new PartnerUnusable('ANSWER_TOO_LARGE', { cause })
      throw new PartnerDown(signal.aborted ? 'TIMED_OUT' : 'UNREACHABLE', { cause })
    })
  if (answer.status >= 500 || answer.status === 429) throw new PartnerDown(`ANSWERED_${answer.status}`)
  return answer
}

export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new PartnerUnusable('ANSWER_NOT_JSON', { cause })
  }
}
