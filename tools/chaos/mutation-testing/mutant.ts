import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Mutation testing with hand-written patches: a planted bug, and the test that must catch it. */
export interface Mutant {
  /** Its area and name, from its file: `http/replay-content-not-locked`. */
  name: string
  path: string
  /** Its harm to people, in a sentence. */
  harm: string
  /** The one test file that must fail, and a part of the names of its tests. */
  test: string
  named: string
  /** Whether a test that never ends counts: only if its header declares it. */
  mayHang: boolean
  /** The files it changes. */
  files: string[]
}

export const PLANTED = fileURLToPath(new URL('mutants', import.meta.url))

/** All mutants, grouped by test file. */
export function readMutants(folder = PLANTED): Mutant[] {
  return globSync('**/*.patch', { cwd: folder })
    .map((path) => readMutant(path.replaceAll('\\', '/').replace(/\.patch$/, ''), join(folder, path)))
    .toSorted((one, other) => compare(one.test, other.test) || compare(one.name, other.name))
}

const compare = (one: string, other: string) => Number(one > other) - Number(one < other)

/** A header of prose and three lines, then the diff as git writes it, which ignores everything before. */
function readMutant(name: string, path: string): Mutant {
  const text = readFileSync(path, 'utf8')
  const head = text.slice(0, text.indexOf('--- a/'))
  const said = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(head)?.[1]
  const test = said('test')
  const named = said('named')
  if (!test || !named) throw new Error(`${name} does not say by which test it must be caught`)
  return {
    name,
    path,
    harm: head.slice(0, head.indexOf('\n\n')).replaceAll('\n', ' '),
    test,
    named,
    mayHang: said('caught when') === 'the test never ends',
    files: [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => file!),
  }
}

/** A sample of this size, seeded by a text: the same text gives the same sample. */
export function drawn(mutants: Mutant[], count: number, by: string): Mutant[] {
  const rank = ({ name }: Mutant) => createHash('sha256').update(`${by} ${name}`).digest('hex')
  const chosen = new Set(mutants.toSorted((one, other) => compare(rank(one), rank(other))).slice(0, count))
  return mutants.filter((mutant) => chosen.has(mutant))
}
