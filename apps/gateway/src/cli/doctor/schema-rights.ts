import { readFileSync } from 'node:fs'

/** The printed schema of this version, which `npm run schema` generates from the migrations. */
export const schemaFile = new URL('../../../schema.sql', import.meta.url)

export const migratedRights = (): string[] => rightsIn(readFileSync(schemaFile, 'utf8'))

/**
 * The privileges in a printed schema, in the form of `readRights`: one statement for each privilege, and for each
 * enabled trigger.
 */
export function rightsIn(schema: string): string[] {
  const rights: string[] = []
  const triggers = new Map<string, string>()
  for (const line of schema.split('\n')) {
    const statement = line.replace(/;$/, '')
    const [, privileges, target] = /^grant (.+?) (on .+)$/.exec(statement) ?? []
    const [, made, on] = /^CREATE (?:CONSTRAINT )?TRIGGER (\S+) .+? ON (\S+) /.exec(statement) ?? []
    const [, table, named] = /^alter table (\S+) enable (?:always |replica )?trigger (\S+)$/.exec(statement) ?? []
    if (privileges) rights.push(...privilegesOf(privileges).map((privilege) => `grant ${privilege} ${target}`))
    else if (made) triggers.set(`${on} ${made}`, `alter table ${on} enable trigger ${made}`)
    else if (table) triggers.set(`${table} ${named}`, statement)
    else if (/^create policy |^alter table .+ row level security$/.test(statement)) rights.push(statement)
  }
  return [...rights, ...triggers.values()].toSorted()
}

/** Splits `select, update (a, b)` into `select`, `update (a)` and `update (b)`. */
const privilegesOf = (privileges: string) =>
  [...privileges.matchAll(/(\w+)(?: \(([^)]+)\))?/g)].flatMap(([, verb, columns]) =>
    columns ? columns.split(', ').map((column) => `${verb} (${column})`) : [verb!],
  )
