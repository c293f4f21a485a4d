import { type Answer, type Asked, type CallOptions, call } from './call.ts'
import { byKey, byToken, type TokenSource } from './credentials.ts'
import type { operations } from './made/contract.ts'
import { operations as table } from './made/operations.ts'
import { type Acting, narrowed } from './on-behalf-of.ts'
import type { Patience } from './retry.ts'
import { type Line, openHttp } from './transport.ts'
import { type FileToUpload, upload } from './upload.ts'

export type Name = keyof operations
export type AskedOf<Of extends Name> = operations[Of]['asked'] & CallOptions
export type AnswerOf<Of extends Name> = Answer<operations[Of]['answer']>

/** Every operation of the contract, by its name there. */
export type Operations = {
  readonly [Of in Name]: {} extends operations[Of]['asked']
    ? (asked?: AskedOf<Of>) => Promise<AnswerOf<Of>>
    : (asked: AskedOf<Of>) => Promise<AnswerOf<Of>>
}

export interface Eclusa extends Operations {
  /** The same gateway and credentials, for another user, product, wallet or language. */
  with(acting: Acting): Eclusa
  /** Uploads a file and has it confirmed: it is READY when this returns. */
  upload(file: FileToUpload, options?: Pick<CallOptions, 'signal' | 'patience'>): Promise<Answer<FileRecord>>
}
type FileRecord = operations['getFile']['answer']

export type Connection = Acting & {
  baseUrl: string
  /** The name and version of your program, for the log of the gateway. */
  userAgent?: string
  /** How long to retry without a response, unless a call overrides it. */
  patience?: Partial<Patience>
  fetch?: typeof fetch
} & ({ token: TokenSource; apiKey?: never } | { apiKey: string; token?: never })

export function connect(connection: Connection): Eclusa {
  const { baseUrl, userAgent, patience, token, apiKey, fetch: given, ...acting } = connection
  const fetch = given ?? globalThis.fetch
  const credentials = token ? byToken(token) : byKey(apiKey)
  return on({ credentials, acting, userAgent, patience, fetch, http: openHttp(baseUrl, fetch) })
}

function on(line: Line): Eclusa {
  const named = (Object.keys(table) as Name[]).map((name) => [name, (asked?: Asked) => call(line, name, asked)])
  return {
    ...(Object.fromEntries(named) as Operations),
    with: (acting) => on({ ...line, acting: narrowed(line.acting, acting) }),
    upload: (file, options) => upload(line, file, options),
  }
}
