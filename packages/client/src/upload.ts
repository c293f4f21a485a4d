import { type ApiResponse, type CallOptions, call } from './call.ts'
import type { operations, schemas } from './made/contract.ts'
import { Problem, ResponseLostError } from './problem.ts'
import { forFiles, isPassing, persist, type RetryPolicy, retryAfterMs } from './retry.ts'
import { fetchWhole, LineLost, type RequestTransport } from './transport.ts'

export type FileToUpload = Omit<schemas['UploadCreate'], 'size' | 'sha256'> & {
  content: Blob | Uint8Array
}
type Options = Pick<CallOptions, 'signal' | 'patience'>
type UploadedFile = ApiResponse<operations['confirmUpload']['answer']>

/** Creates the upload, sends the bytes and confirms. A lost signed URL is not returned again, so a new upload is created. */
export async function upload(
  line: RequestTransport,
  { content, ...file }: FileToUpload,
  options: Options = {},
): Promise<UploadedFile> {
  const bytes = new Uint8Array(content instanceof Blob ? await content.arrayBuffer() : content)
  const body = { ...file, size: bytes.byteLength, sha256: await sha256(bytes) }
  const patience = { ...forFiles, ...line.patience, ...options.patience }
  const { data } = await begin(line, body, options).catch((error: unknown) => {
    if (error instanceof ResponseLostError) return begin(line, body, options)
    throw error
  })
  const { file_id, url, method, headers } = data as schemas['Upload']
  await put(line, { url, method, headers, body: bytes }, patience, options.signal)
  return (await call(line, 'confirmUpload', { ...options, patience, params: { id: file_id } })) as UploadedFile
}

/** The same file may be uploaded twice on purpose, so only the nonce makes a repeat. */
const begin = (line: RequestTransport, body: object, options: Options) =>
  call(line, 'createUpload', { ...options, body, replay: 'nonce' })

interface Put {
  url: string
  method: string
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

/** The signed URL is the credential, and it belongs to the object store: nothing else is sent there. */
function put(
  line: RequestTransport,
  { url, ...init }: Put,
  patience: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<void> {
  return persist(patience, signal, async (until) => {
    const request = new Request(url, { ...init, redirect: 'manual', signal: until })
    const response = await fetchWhole(line.fetch, request).catch((error: unknown) => {
      if (error instanceof LineLost) return error
      throw error
    })
    if (response instanceof LineLost) return { failed: response }
    if (response.ok) return { result: undefined }
    const problem = new Problem(response, await response.json().catch(() => undefined))
    if (!isPassing(response.status)) throw problem
    return { failed: problem, afterMs: retryAfterMs(response.headers.get('retry-after')) }
  })
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
