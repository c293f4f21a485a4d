import type pg from 'pg'

/** A table with all its partitions: its rows, and their disk space with indexes and TOAST. */
export interface Family {
  name: string
  rows: number
  bytes: number
}

/** Every logged table of the gateway and of its queue, by name. */
export async function readFamilies(admin: pg.Pool): Promise<Map<string, Family>> {
  const { rows: tables } = await admin.query<{ name: string; bytes: string }>(`
    select format('%I.%I', nspname, relname) as name,
      case relkind when 'r' then pg_total_relation_size(pg_class.oid)
        else (select sum(pg_total_relation_size(relid)) from pg_partition_tree(pg_class.oid)) end as bytes
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('eclusa', 'pgboss') and relkind in ('r', 'p') and relpersistence = 'p' and not relispartition`)
  const families = new Map<string, Family>()
  for (const { name, bytes } of tables) {
    const { rows } = await admin.query<{ count: string }>(`select count(*) from ${name}`)
    families.set(name, { name, rows: Number(rows[0]!.count), bytes: Number(bytes) })
  }
  return families
}

export interface RowSize {
  name: string
  rows: number
  bytes_per_row: number
}

/** The size of each row added between the two. A few rows prove nothing: a page of 8 kB is the minimum. */
export function rowSizes(before: Map<string, Family>, after: Map<string, Family>, rowsMin: number): RowSize[] {
  return [...after.values()]
    .map(({ name, rows, bytes }) => {
      const was = before.get(name)!
      return { name, rows: rows - was.rows, bytes: bytes - was.bytes }
    })
    .filter(({ rows }) => rows >= rowsMin)
    .map(({ name, rows, bytes }) => ({ name, rows, bytes_per_row: Math.round(bytes / rows) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}
