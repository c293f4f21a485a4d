import type { Command } from 'commander'
import Type from 'typebox'
import { httpUrl } from '../platform/config/kinds.ts'
import { readSettings } from '../platform/config/settings.ts'
import { currentLogin } from './current-login.ts'
import type { ResponseBody } from './gateway.ts'
import { show } from './show.ts'

const TIMEOUT_MS = 60_000
const PROPOSED = 202
const PAGE = 100

/** Settings of the backoffice commands: its address, and a token instead of `eclusa login`. */
export const deskClientSettings = {
  DESK_URL: httpUrl('origin of the backoffice that the commands call'),
  DESK_TOKEN: Type.Optional(
    Type.String({ minLength: 1, description: 'access token of a machine, instead of eclusa login', secret: true }),
  ),
}

export interface DeskAnswer {
  /** Whether it waits for approval by a second user. */
  proposed: boolean
  body: ResponseBody
}

/** Calls a backoffice operation and returns its record. A rejection is thrown with the operation's own text. */
export async function callDesk(method: 'GET' | 'POST', path: string, body?: object): Promise<DeskAnswer> {
  const { DESK_URL, DESK_TOKEN } = readSettings(deskClientSettings, process.env)
  const token = DESK_TOKEN ?? (await currentLogin(DESK_URL))
  const response = await fetch(new URL(path, DESK_URL), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-lang': 'en-US',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const answer = (await response.json()) as ResponseBody
  if (!response.ok) throw new Error(refusalOf(answer))
  return { proposed: response.status === PROPOSED, body: answer }
}

export async function readDesk(path: string): Promise<ResponseBody> {
  return (await callDesk('GET', path)).body
}

/** The rows of a list, one page. */
export async function listAtDesk(
  path: string,
  filters: Record<string, string | undefined> = {},
): Promise<ResponseBody[]> {
  const given = Object.entries(filters).filter((filter): filter is [string, string] => filter[1] !== undefined)
  const query = new URLSearchParams([['page_size', String(PAGE)], ...given])
  return (await readDesk(`${path}?${query}`))['data'] as ResponseBody[]
}

/** Performs an action at the backoffice and shows its result, or that it waits for approval. */
export async function doAtDesk(
  command: Command,
  path: string,
  body: object,
  shown: (record: ResponseBody) => object = (record) => record,
): Promise<void> {
  const { proposed, body: answer } = await callDesk('POST', path, body)
  if (!proposed) return show(command, shown(answer))
  const { id, operation, lapses_at } = answer
  show(command, { proposal_id: id, operation, status: 'PENDING', lapses_at })
  process.stderr.write(`A second person must approve this: eclusa proposals approve ${String(id)} --reason '...'\n`)
}

/** Every broken rule on its own line, so that the user can fix all of them at once. */
function refusalOf({ code, detail, errors, acr_values }: ResponseBody): string {
  if (code === 'FRESH_LOGIN_NEEDED') {
    const acr = acr_values === undefined ? '' : ` --acr '${String(acr_values)}'`
    return `${code}: this requires a recent or stronger login. Run: eclusa login --desk --fresh${acr}\nThen run the same command again.`
  }
  const rules = ((errors ?? []) as ResponseBody[]).map(
    (rule) => `  ${String(rule['pointer'])} ${String(rule['detail'])}`,
  )
  return [`${String(code)}: ${String(detail)}`, ...rules].join('\n')
}
