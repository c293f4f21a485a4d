import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Waiting } from './held-locks.ts'
import { type Migration, missingMigrations } from './migrations.ts'
import { countSteps, isInSteps } from './steps.ts'

/**
 * What each migration was seen to lock when it was run, a table on each line: `0005-crossborder.sql events writes`. Made by
 * `npm run rights`, and read rather than guessed from the text: a foreign key or a function locks what no statement names.
 */
export const locksFile = new URL('../../../migrations/locks.txt', import.meta.url)

/** A table that others wait for while a migration runs. */
export interface Lock {
  migration: string
  table: string
  waiting: Waiting
}

export const readLocks = (): Lock[] =>
  readFileSync(locksFile, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, migration, table, waiting] = /^(\S+) (\S+) (writes|reads and writes)$/.exec(line) ?? []
      return migration ? [{ migration, table: table!, waiting: waiting as Waiting }] : []
    })

/** A migration that would be run, as whoever is to run it wants to know it beforehand. */
export interface Planned {
  migration: string
  /** How it is run, and how long it waits for a lock before it lets those behind it pass. */
  runs: string
  /** What waits while it runs: for a step each, or for all of it where there is one transaction. */
  waits: string
}

/** What `migrate` would apply to this schema, in order. It only reads. */
export async function planSchema(client: pg.Client, known: Migration[]): Promise<Planned[]> {
  const locks = readLocks()
  const missing = await missingMigrations(client, known)
  return missing.map(({ name, sql }) => ({
    migration: name,
    runs: waysOf(sql),
    waits: waitsFor(locks.filter(({ migration }) => migration === name)),
  }))
}

function waysOf(sql: string): string {
  if (!isInSteps(sql)) return 'at once, gives up after 3 s'
  const { steps, indexes } = countSteps(sql)
  const beside = indexes > 0 ? `, ${counted(indexes, 'index', 'indexes')} beside writes` : ''
  return `${counted(steps, 'step', 'steps')}, each tried again after 50 ms${beside}`
}

function waitsFor(locks: Lock[]): string {
  const of = (waiting: Waiting) => locks.filter((lock) => lock.waiting === waiting).map(({ table }) => table)
  const told = (['reads and writes', 'writes'] as const).filter((waiting) => of(waiting).length > 0)
  return told.length === 0 ? 'nobody' : told.map((waiting) => `${waiting}: ${of(waiting).join(', ')}`).join('; ')
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
