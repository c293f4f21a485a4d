import type { CustomFetchOptions } from 'openid-client'
import { IssuerUnavailable } from '../../gate/auth/issuer-keys.ts'

export const TIMEOUT_MS = 3_000
const ANSWER_BYTES_MAX = 256 * 1024

/** Calls the issuer. No answer, one that tells of its own trouble, and one without end are all the same: it is not there. */
export async function fetchBounded(url: string, { body, ...options }: CustomFetchOptions): Promise<Response> {
  try {
    const response = await fetch(url, { ...options, ...(body && { body: body as BodyInit }) })
    if (response.status >= 500 || response.status === 429) throw new Error(`the issuer answered ${response.status}`)
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer of the issuer is too large')
      chunks.push(chunk)
    }
    const { status, headers } = response
    return new Response(status === 204 ? null : Buffer.concat(chunks), { status, headers })
  } catch (error) {
    throw new IssuerUnavailable(error)
  }
}
