import type { Applied } from '../src/base/db/migrations.ts'
import type { Lock } from '../src/base/db/plan.ts'

const opening = `-- The tables that others wait for while each migration runs, as it was seen to lock them: made by \`npm run rights\`, shown by
-- \`eclusa migrate --plan\`. What is not named here keeps nobody waiting; for how long, \`eclusa migrate\` says as it goes.
`

export function locksPage(applied: Applied[]): string {
  const lines = applied.flatMap(locksOf).map(({ migration, table, waiting }) => `${migration} ${table} ${waiting}\n`)
  return `${opening}${lines.join('')}`
}

/** Each table once, by the strongest of its locks. */
function locksOf({ name, held }: Applied): Lock[] {
  const tables = [...new Set(held.map(({ table }) => table))].toSorted()
  return tables.map((table) => {
    const reads = held.some((one) => one.table === table && one.waiting === 'reads and writes')
    return { migration: name, table, waiting: reads ? 'reads and writes' : 'writes' }
  })
}
