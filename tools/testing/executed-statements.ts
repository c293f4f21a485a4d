import { createHash } from 'node:crypto'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import type pg from 'pg'
import type { CapturedStatement } from './load/captured-queries.ts'

interface ExecutedStatementsNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: ExecutedStatementsNode[]
}

/** An executed statement. */
export interface Ran {
  text: string
  /** Each table it read, and the columns by which an index was entered: conditions on other columns are filters. */
  entered: string[]
  /** How many pages were read for that. */
  pages: number
}

/**
 * Runs statements on a connection with the gateway's settings, so that each is planned with the current statistics, and
 * rolls back. Statements inside functions and triggers are reported as well.
 */
export async function ran(url: string, login: string, statements: CapturedStatement[]): Promise<Ran[]> {
  const pool = openPool({ connectionString: url, size: 1, name: 'plans' })
  const client = await pool.connect()
  try {
    const indexes = await readIndexes(client)
    const told: { 'Query Text': string; Plan: ExecutedStatementsNode }[] = []
    client.on('notice', ({ message }) => {
      const json = /plan:\s*(\{[\s\S]*\})\s*$/.exec(message ?? '')?.[1]
      if (json) told.push(JSON.parse(json) as (typeof told)[0])
    })
    await client.query(`load 'auto_explain'; begin; set local auto_explain.log_min_duration = 0;
      set local auto_explain.log_nested_statements = on; set local auto_explain.log_format = json;
      set local auto_explain.log_analyze = on; set local auto_explain.log_buffers = on; set local auto_explain.log_timing = off;
      set local auto_explain.log_level = notice; set local client_min_messages = notice; set local session authorization ${login}`)
    for (const { text, values } of statements) await client.query({ name: nameOf(text), text, values })
    await client.query('set constraints all immediate; rollback')
    return told.flatMap(({ 'Query Text': text, Plan: plan }) => {
      const entries = nodesOf(plan).filter((node) => node['Index Name'] ?? node['Node Type'] === 'Seq Scan')
      const scans = nodesOf(plan).filter((node) => node['Relation Name'] && node['Node Type'].endsWith('Scan'))
      const pages = scans.reduce((sum, node) => sum + node['Shared Hit Blocks'] + node['Shared Read Blocks'], 0)
      const entered = new Set(entries.map((node) => entryOf(node, indexes)))
      return scans.length === 0
        ? []
        : [{ text: text.replace(/\s+/g, ' ').trim(), entered: [...entered].toSorted(), pages }]
    })
  } finally {
    client.release(true)
    await pool.end()
  }
}

/** The table of each index, or its partitioned parent, and its columns. */
type Indexes = Map<string, { root: string; columns: string[] }>

async function readIndexes(client: pg.PoolClient): Promise<Indexes> {
  const { rows } = await client.query<{ name: string; root: string; columns: string[] }>(
    `select index.relname as name, coalesce(parent.relname, part.relname) as root, array(
       select coalesce(attname, '') from unnest(indkey) with ordinality as keys (number, place)
       left join pg_attribute on attrelid = indrelid and attnum = number order by place)::text[] as columns
     from pg_index join pg_class index on index.oid = indexrelid join pg_class part on part.oid = indrelid
     left join pg_inherits on inhrelid = indrelid left join pg_class parent on parent.oid = inhparent
     where index.relnamespace in ('eclusa'::regnamespace, 'pgboss'::regnamespace)`,
  )
  return new Map(rows.map(({ name, ...index }) => [name, index]))
}

function entryOf(node: ExecutedStatementsNode, indexes: Indexes): string {
  const index = indexes.get(node['Index Name'] ?? '')
  if (!index) return `all of ${node['Relation Name']}`
  const equal = new Set([...(node['Index Cond'] ?? '').matchAll(/\((\w+) = /g)].map(([, column]) => column!))
  const passed = index.columns.findIndex((column) => !equal.has(column))
  const leading = passed === -1 ? index.columns : index.columns.slice(0, passed)
  return `${index.root} by ${leading.toSorted().join(', ') || 'its order'}`
}

const nodesOf = (node: ExecutedStatementsNode): ExecutedStatementsNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesOf),
]
const nameOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 20)
