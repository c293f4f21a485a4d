import type {
  ApiResponse,
  CallOptions,
  ClientOptions,
  EclusaClient,
  RequestContext,
  TokenSource,
} from '@eclusa/client/src/index.ts'
import { readRaw } from '../../platform/config/raw.ts'
import { currentLogin } from '../current-login.ts'
import type { gatewaySettings, ResponseBody } from '../gateway.ts'
import { lastGateway } from '../login-store.ts'
import { languageHere } from '../terminal-language.ts'
import { Misunderstood, NobodyHere } from './error-messages.ts'

/** Loads the published client for integrators. `npm ci` generates its part from the contract. */
export async function loadClient() {
  return import('@eclusa/client/src/index.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error('the client is not generated from the contract yet: run npm run generate')
  })
}

/** The credential, and its source. */
export interface ShownCredential {
  by: 'login' | 'ECLUSA_TOKEN' | 'ECLUSA_API_KEY'
  credentials: { token: TokenSource; apiKey?: never } | { apiKey: string; token?: never }
}

/** Reads the environment directly, because loading the settings validation takes as long as loading these commands. */
function setting(name: keyof typeof gatewaySettings): string | undefined {
  const { raw, problem } = readRaw(name, process.env)
  if (problem !== undefined) throw new Misunderstood(`${name} ${problem}`)
  return raw
}

export async function gatewayUrl(): Promise<string> {
  const url = setting('ECLUSA_URL') ?? (await lastGateway())
  if (url !== undefined && !/^https?:\/\/[^/]/.test(url))
    throw new Misunderstood(`${url} is no address of a gateway: https://gateway.example`)
  if (url === undefined) throw new NobodyHere('no gateway is named: set ECLUSA_URL, or run eclusa login <address>')
  return url.replace(/\/$/, '')
}

export function shownAt(url: string): ShownCredential {
  const [ECLUSA_TOKEN, ECLUSA_API_KEY] = [setting('ECLUSA_TOKEN'), setting('ECLUSA_API_KEY')]
  if (ECLUSA_TOKEN !== undefined && ECLUSA_API_KEY !== undefined)
    throw new Misunderstood('ECLUSA_TOKEN and ECLUSA_API_KEY are both set: unset one of them')
  if (ECLUSA_TOKEN !== undefined) return { by: 'ECLUSA_TOKEN', credentials: { token: () => ECLUSA_TOKEN } }
  if (ECLUSA_API_KEY !== undefined) return { by: 'ECLUSA_API_KEY', credentials: { apiKey: ECLUSA_API_KEY } }
  return { by: 'login', credentials: { token: () => currentLogin(url) } }
}

/** Defaults of the commands. A user who repeats a command does so on purpose, so only the nonce identifies a repeat. */
const standing = (): RequestContext => ({ language: languageHere(), replay: 'nonce' })

interface ConnectOptions {
  acting?: RequestContext
  /** Replaces the connection to the gateway: nothing is sent. */
  instead?: NonNullable<ClientOptions['fetch']>
}

/** Creates a client for the configured gateway, with the user's login or the configured credential. */
export async function connectGateway({ acting, instead }: ConnectOptions = {}): Promise<EclusaClient> {
  const url = await gatewayUrl()
  const { by, credentials } = shownAt(url)
  const shown = instead && by === 'login' ? { token: () => 'nobody' } : credentials
  const { connect } = await loadClient()
  const sending = instead && { fetch: instead }
  const client = connect({ ...standing(), baseUrl: url, userAgent: 'eclusa-cli', ...shown, ...sending })
  return acting ? client.with(acting) : client
}

type CliCallInput = CallOptions & { params?: object; query?: object; body?: object; ifMatch?: string }

/** An operation whose name is known only at run time. */
export function byName(
  client: EclusaClient,
  name: string,
): (asked?: CliCallInput) => Promise<ApiResponse<ResponseBody>> {
  const operation = (client as unknown as Record<string, (asked?: CliCallInput) => Promise<ApiResponse<ResponseBody>>>)[
    name
  ]
  if (!operation) throw new Error(`the client was generated before there was ${name}: run npm run generate`)
  return operation
}
