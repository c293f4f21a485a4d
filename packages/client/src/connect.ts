import { type ApiResponse, type CallInput, type CallOptions, call } from './call.ts'
import { byKey, byToken, type TokenSource } from './credentials.ts'
import type { operations } from './made/contract.ts'
import { operations as table } from './made/operations.ts'
import { narrowed, type RequestContext } from './on-behalf-of.ts'
import type { RetryPolicy } from './retry.ts'
import { createHttp, type RequestTransport } from './transport.ts'
import { type FileToUpload, upload } from './upload.ts'

export type OperationKey = keyof operations
export type InputOf<Of extends OperationKey> = operations[Of]['asked'] & CallOptions
export type ResponseOf<Of extends OperationKey> = ApiResponse<operations[Of]['answer']>

/** Every operation of the contract, by its name there. */
export type Operations = {
  readonly [Of in OperationKey]: {} extends operations[Of]['asked']
    ? (asked?: InputOf<Of>) => Promise<ResponseOf<Of>>
    : (asked: InputOf<Of>) => Promise<ResponseOf<Of>>
}

export interface EclusaClient extends Operations {
  /** The same gateway and credentials, for another user, product, wallet or language. */
  with(acting: RequestContext): EclusaClient
  /** Uploads a file and has it confirmed: it is READY when this returns. */
  upload(file: FileToUpload, options?: Pick<CallOptions, 'signal' | 'patience'>): Promise<ApiResponse<FileRecord>>
}
type FileRecord = operations['getFile']['answer']

export type ClientOptions = RequestContext & {
  baseUrl: string
  /** The name and version of your program, for the log of the gateway. */
  userAgent?: string
  /** How long to retry without a response, unless a call overrides it. */
  patience?: Partial<RetryPolicy>
  fetch?: typeof fetch
} & ({ token: TokenSource; apiKey?: never } | { apiKey: string; token?: never })

export function connect(connection: ClientOptions): EclusaClient {
  const { baseUrl, userAgent, patience, token, apiKey, fetch: given, ...acting } = connection
  const fetch = given ?? globalThis.fetch
  const credentials = token ? byToken(token) : byKey(apiKey)
  return on({ credentials, acting, userAgent, patience, fetch, http: createHttp(baseUrl, fetch) })
}

function on(line: RequestTransport): EclusaClient {
  const named = (Object.keys(table) as OperationKey[]).map((name) => [
    name,
    (asked?: CallInput) => call(line, name, asked),
  ])
  return {
    ...(Object.fromEntries(named) as Operations),
    with: (acting) => on({ ...line, acting: narrowed(line.acting, acting) }),
    upload: (file, options) => upload(line, file, options),
  }
}
