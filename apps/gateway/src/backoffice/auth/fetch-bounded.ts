import type { CustomFetchOptions } from 'openid-client'
import { IssuerUnavailable } from '../../http/auth/issuer-keys.ts'
import { NotBelieved } from './untrusted-issuer-response.ts'

export const TIMEOUT_MS = 3_000
const ANSWER_BYTES_MAX = 256 * 1024

/** No response at all: the next caller would wait as long. */
export class IssuerSilent extends IssuerUnavailable {}

/** Calls the issuer. A 5xx or 429 response counts as none, and a response without end is not trusted. */
export async function fetchBounded(url: string, { body, ...options }: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, { ...options, ...(body && { body: body as BodyInit }) }).catch(throwSilent)
  const { status, headers } = response
  if (status >= 500 || status === 429) throw new IssuerUnavailable(new Error(`the issuer answered ${status}`))
  const bytes = await readBounded(response)
  return new Response(status === 204 ? null : bytes, { status, headers })
}

async function readBounded(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > ANSWER_BYTES_MAX) break
      chunks.push(chunk)
    }
  } catch (error) {
    throwSilent(error)
  }
  if (bytes > ANSWER_BYTES_MAX) throw new NotBelieved('ANSWER_TOO_LARGE')
  return Buffer.concat(chunks)
}

function throwSilent(error: unknown): never {
  throw new IssuerSilent(error)
}
