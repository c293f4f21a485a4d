import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { installed } from '../../sandbox/debian.ts'
import type { Find } from './words.ts'

/** Debian's, as an operator dumps with. */
export const BIN = '/usr/lib/postgresql/15/bin'

export const installDump = () => installed([`${BIN}/pg_dump`], ['postgresql-15'])

/** The tables that hold what callers say of people, because that is what they are for. Elsewhere none of it has a place. */
const homes = new Set([
  'crossborder_clients',
  'crossborder_accounts',
  'crossborder_revisions',
  'user_accounts',
  'onboardings',
  'shareholders',
  'legal_representatives',
  'files',
  'fund_recovery_requests',
  'infraction_notifications',
  'webhook_endpoints',
  'users',
])

export interface DumpLook {
  /** How many rows were looked at. */
  rows: number
  /** How many of those that may hold what is personal do: none means that nothing was said, or nothing is found. */
  kept: number
  found: string[]
}

/** Holds each row of a dump against what must be nowhere, and against what has its tables. */
export async function lookThroughDump(
  lines: AsyncIterable<string> | Iterable<string>,
  { secret, personal }: { secret: Find; personal: Find },
): Promise<DumpLook> {
  const look: DumpLook = { rows: 0, kept: 0, found: [] }
  let table: string | undefined
  for await (const line of lines) {
    const [, begun] = /^COPY (?:\w+\.)?(\w+) \(/.exec(line) ?? []
    if (begun && table === undefined) table = begun
    else if (line === '\\.') table = undefined
    else if (table !== undefined) {
      look.rows += 1
      const said = personal(line)
      if (homes.has(table) && said.length > 0) look.kept += 1
      const kinds = [...secret(line), ...(homes.has(table) ? [] : said)]
      look.found.push(...kinds.map((kind) => `${kind} in a row of ${table}, in a dump`))
    }
  }
  return look
}

/** What pg_dump writes of the rows of a database, line by line. */
export async function* dumpedLines(url: string): AsyncGenerator<string> {
  const dump = spawn(`${BIN}/pg_dump`, ['--data-only', '--no-sync', `--dbname=${url}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  dump.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(dump, 'exit')
  yield* createInterface({ input: dump.stdout, crlfDelay: Number.POSITIVE_INFINITY })
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`pg_dump ended with ${code}: ${said}`)
}
