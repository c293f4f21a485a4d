import createFetchClient from 'openapi-fetch'
import type { Credentials } from './credentials.ts'
import { operations, VERSION } from './made/operations.ts'
import { headersOf, type RequestContext } from './on-behalf-of.ts'
import type { RetryPolicy } from './retry.ts'

/** Transport to one gateway, for one caller. */
export interface RequestTransport {
  credentials: Credentials
  acting: RequestContext
  userAgent: string | undefined
  patience: Partial<RetryPolicy> | undefined
  http: ReturnType<typeof createFetchClient<{}>>
  /** The plain fetch, for hosts other than the gateway, such as the object store. */
  fetch: typeof fetch
}

export type OperationName = keyof typeof operations
export interface TransportOperation {
  method: string
  path: string
  /** The body is a form with files. */
  form?: true
  /** The operation that reads the record this one changes. */
  reads?: OperationName
}
export const operationOf = (name: OperationName): TransportOperation => operations[name]

export interface TransportRequest {
  params?: Record<string, string> | undefined
  query?: object | undefined
  body?: object | undefined
}

/** The parsed response to one request. */
export interface ParsedResponse {
  response: Response
  data?: unknown
  error?: unknown
}

/** The connection was lost, before or during the response. */
export class LineLost extends Error {
  override readonly name = 'LineLost'
}

export function createHttp(baseUrl: string, send: typeof fetch): RequestTransport['http'] {
  return createFetchClient<{}>({
    baseUrl,
    // The gateway never redirects, and credentials must not follow a redirect.
    redirect: 'manual',
    fetch: (request) => fetchWhole(send, request),
  })
}

/** Sends one request. A rejected token is renewed once, because nothing was done by then. */
export async function send(
  line: RequestTransport,
  name: OperationName,
  { params, query, body }: TransportRequest,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<ParsedResponse> {
  const { method, path, form } = operationOf(name)
  const ask = (credentials: Record<string, string>) =>
    line.http.request(
      method.toLowerCase() as never,
      path as never,
      {
        params: { path: params, query },
        headers: { ...headersOf(line.acting), 'user-agent': userAgentOf(line), ...headers, ...credentials },
        ...(body && { body: form ? formOf(body) : body }),
        signal,
      } as never,
    ) as Promise<ParsedResponse>

  const credentials = await line.credentials.headers()
  const received = await ask(credentials)
  return received.response.status === 401 && line.credentials.renew(credentials)
    ? ask(await line.credentials.headers())
    : received
}

const userAgentOf = ({ userAgent }: RequestTransport) => `${userAgent ? `${userAgent} ` : ''}eclusa-client/${VERSION}`

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields) as [string, unknown][])
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, String(value))
  return form
}

/** A partial response is an error, so the body is read to its end first. */
export async function fetchWhole(send: typeof fetch, request: Request): Promise<Response> {
  try {
    const response = await send(request)
    const bytes = await response.arrayBuffer()
    const { status, statusText, headers } = response
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers })
  } catch (cause) {
    throw new LineLost('the connection was lost', { cause })
  }
}
