import createFetchClient from 'openapi-fetch'
import { type Acting, headersOf } from './acting.ts'
import type { Credentials } from './credentials.ts'
import { operations, VERSION } from './made/operations.ts'
import type { Patience } from './persist.ts'

/** The way to one gateway, for one caller. */
export interface Line {
  credentials: Credentials
  acting: Acting
  userAgent: string | undefined
  patience: Partial<Patience> | undefined
  http: ReturnType<typeof createFetchClient<{}>>
  /** As it was given: for what is not the gateway's own, such as the store of files. */
  fetch: typeof fetch
}

export type OperationName = keyof typeof operations
export interface Operation {
  method: string
  path: string
  /** The body is a form with files. */
  form?: true
  /** By which operation the record is read that this one leaves. */
  reads?: OperationName
}
export const operationOf = (name: OperationName): Operation => operations[name]

export interface Sent {
  params?: Record<string, string> | undefined
  query?: object | undefined
  body?: object | undefined
}

/** The answer to one request: what was read out of it, whichever way it went. */
export interface Received {
  response: Response
  data?: unknown
  error?: unknown
}

/** The connection was lost, before the answer or in the middle of it. */
export class LineLost extends Error {
  override readonly name = 'LineLost'
}

export function openHttp(baseUrl: string, send: typeof fetch): Line['http'] {
  return createFetchClient<{}>({
    baseUrl,
    // Nothing here redirects, and whoever is redirected to is not who the credentials are for.
    redirect: 'manual',
    fetch: (request) => fetchWhole(send, request),
  })
}

/** Sends one request. A token that is refused is renewed once; nothing happened by then. */
export async function send(
  line: Line,
  name: OperationName,
  { params, query, body }: Sent,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Received> {
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
    ) as Promise<Received>

  const credentials = await line.credentials.headers()
  const received = await ask(credentials)
  return received.response.status === 401 && line.credentials.renew(credentials)
    ? ask(await line.credentials.headers())
    : received
}

const userAgentOf = ({ userAgent }: Line) => `${userAgent ? `${userAgent} ` : ''}eclusa-client/${VERSION}`

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields) as [string, unknown][])
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, String(value))
  return form
}

/** Half an answer is none: it is read to its end before anybody looks at it. */
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
