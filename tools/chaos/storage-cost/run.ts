import '@eclusa/simulators/redirect-stdout.ts'
import { readFileSync } from 'node:fs'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { measureRows } from './row-sizes.ts'

/**
 * Disk space per row of each kind, indexes included, compared with the table of docs/guides/size.md. Not in the suite: under
 * concurrent writes a server extends files in larger steps, and a few rows then look large.
 *
 *   npm run drill -- row-sizes [of each kind]
 */
const COUNT = Number(process.argv[2] ?? 1_000)
const APART_MAX = 1.4
/** Space a table allocates ahead and for its maps: much for a few rows, and nothing for many. */
const AHEAD_BYTES = 200_000

const page = readFileSync(new URL('../../../docs/guides/size.md', import.meta.url), 'utf8')
const told = new Map(
  [...page.matchAll(/^\| [^|]+ \| `([a-z_.]+)` +\| +([\d,]+) +\|/gm)].map(([, name, bytes]) => [
    name!,
    Number(bytes!.replaceAll(',', '')),
  ]),
)

await drill(async ({ say, must }) => {
  const postgres = await startPostgres(process.env)
  try {
    const sizes = await measureRows(postgres.adminUrl, COUNT, say)
    for (const { name, rows, bytes_per_row } of sizes) {
      const bytes = told.get(name)
      const [found, expected] = [bytes_per_row * rows, (bytes ?? 0) * rows]
      const isSo = found < expected * APART_MAX + AHEAD_BYTES && found > expected / APART_MAX
      say(`${name.padEnd(44)}${String(rows).padStart(8)} rows${String(bytes_per_row).padStart(8)} bytes`)
      must(isSo, `${name} is on the page as it is: there it takes ${bytes}`)
    }
    const unseen = [...told.keys()].filter((name) => !sizes.some((size) => size.name === name))
    must(unseen.length === 0, `every table of the page was seen: ${unseen.join(', ')}`)
  } finally {
    await postgres.stop()
  }
})
