import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { installed } from '@eclusa/simulators/debian.ts'
import type { Find } from './canary-values.ts'

/** Debian's pg_dump, as an operator uses it. */
export const BIN = '/usr/lib/postgresql/15/bin'

export const installDump = () => installed([`${BIN}/pg_dump`], ['postgresql-15'])

/** The tables meant for personal data. It must not be in any other. */
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
  /** How many rows were searched. */
  rows: number
  /** How many rows of those tables contain a canary: zero means that the search does not work. */
  kept: number
  found: string[]
}

/** Searches each row of a dump for secrets, and for personal data outside of its tables. */
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

/** The row lines of a pg_dump. */
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
