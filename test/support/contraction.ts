import type pg from 'pg'
import { readRights } from '../../src/commands/doctor/read-rights.ts'

/** What processes find in a schema: its columns, and what their logins may do. */
export interface Surface {
  columns: Map<string, Column>
  rights: Set<string>
}

interface Column {
  table: string
  type: string
  /** Whoever inserts a row has to say something of it. */
  asked: boolean
}

const ours = /^grant .* to eclusa_(api|worker|desk|bootstrap|auditor)$/

export async function readSurface(pool: pg.Pool): Promise<Surface> {
  const { rows } = await pool.query<Column & { name: string }>(`
    select relname as table, relname || '.' || attname as name, format_type(atttypid, atttypmod) as type,
      attnotnull and not atthasdef and attidentity = '' as asked
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'eclusa'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped`)
  return {
    columns: new Map(rows.map(({ name, ...column }) => [name, column])),
    rights: new Set((await readRights(pool)).filter((statement) => ours.test(statement))),
  }
}

/** What the version before relies on and does not find any more. A migration that does such a thing is marked `-- breaking`. */
export function contraction(before: Surface, after: Surface): string[] {
  const tables = new Set([...before.columns.values()].map(({ table }) => table))
  const gone = [...before.columns].flatMap(([name, { type }]) => {
    const now = after.columns.get(name)
    if (!now) return [`${name} is gone`]
    return now.type === type ? [] : [`${name} is of another type`]
  })
  const asked = [...after.columns]
    .filter(([name, { table, asked }]) => asked && tables.has(table) && !before.columns.get(name)?.asked)
    .map(([name]) => `${name} has to be given`)
  const lost = [...before.rights].filter((right) => !after.rights.has(right)).map((right) => `lost: ${right}`)
  return [...gone, ...asked, ...lost]
}
