import '@eclusa/simulators/redirect-stdout.ts'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isCommitted } from '@eclusa/testing/commit-stamp.ts'
import { readMutants } from '../mutation-testing/mutant.ts'
import { copyTree } from '../mutation-testing/scratch.ts'
import { type Counts, join, noCounts } from './counts.ts'
import type { AttackField, AttackPart } from './part.ts'
import { parts } from './parts.ts'
import { type AttackReport, isGood, sentences, table } from './report.ts'
import { keepCounts, writeArtefact } from './save-results.ts'
import { runSuites } from './suites.ts'

/**
 * Attacks on a gateway, in turn, with their results: four counts that have to be 0, each with its number of tries.
 *
 *   npm run attack                                    every part
 *   npm run attack -- people                          one alone
 *   npm run attack -- --part races --rounds 100       one alone, with its number of rounds
 *   npm run attack -- --seed 7                        the same attack again
 *   npm run attack -- --planted                       each part against a copy with a planted bug, which it must find
 *   npm run attack -- --keep                          every part; the result goes to the page of guarantees
 */
const tree = fileURLToPath(new URL('../../../', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    planted: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const names = [...positionals, ...(values.part ?? [])]
const chosen = parts.filter(({ name }) => names.length === 0 || names.includes(name))
const say = (line: string) => void process.stdout.write(`${line}\n`)

if (chosen.length === 0) {
  say(`Name a part: ${parts.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
if (values.keep && !isCommitted()) {
  say('what is kept is of a commit, and something here is in none')
  process.exit(1)
}
const all: AttackReport[] = []
for (const part of chosen) {
  const { name, what, planted } = part
  const rounds = Number(values.rounds ?? (values.planted ? planted.rounds : part.rounds))
  say(`${name}: ${what}; ${rounds} rounds, seed ${seed}${values.planted ? `, with ${planted.bug} planted` : ''}`)
  const begun = performance.now()
  const counts = await tried(part, { root: tree, rounds, seed, say })
  const seconds = (performance.now() - begun) / 1000
  all.push({ part: name, seed, rounds, seconds, counts, ...(values.planted && { planted }) })
  for (const line of [...counts.findings.slice(0, 20), ...counts.wrong.slice(0, 20)]) say(`  ${line}`)
}
const counts = join(all.map((told) => told.counts))
say(`\n${table(all)}\n`)
if (!values.planted) for (const sentence of sentences(counts)) say(sentence)
writeArtefact(tree, values.planted ? 'attack-planted' : 'attack', all, counts)
const good = all.every(isGood)
// The page only gets the result of a complete run.
if (values.keep && names.length === 0 && !values.rounds && !values.planted) keepCounts(counts)
say(good ? 'passed' : 'FAILED')
process.exit(good ? 0 : 1)

/** One part; its failure does not stop the others. */
async function tried(part: AttackPart, field: AttackField): Promise<Counts> {
  try {
    return join(await halves(part, { ...field, root: values.planted ? await plant(part) : field.root }))
  } catch (error) {
    return { ...noCounts(), wrong: [`it could not be tried: ${(error as Error).stack ?? String(error)}`] }
  }
}

/**
 * First the fixed attacks, then the random ones. For a planted bug, which a test knows, the random ones have to find it too.
 */
async function halves({ suites = [], generate }: AttackPart, field: AttackField): Promise<Counts[]> {
  const isKnown = values.planted && generate !== undefined
  return [
    ...(isKnown || suites.length === 0 ? [] : [await runSuites(field, suites, generate ? 1 : field.rounds)]),
    ...(generate ? [await generate(field)] : []),
  ]
}

/** A copy of the tree with the part's bug planted. */
async function plant({ planted: { bug } }: AttackPart): Promise<string> {
  const mutant = readMutants().find(({ name }) => name === bug)
  if (!mutant) throw new Error(`there is no ${bug} in tools/chaos/mutation-testing/mutants`)
  const scratch = await copyTree(tree)
  await scratch.plant(mutant)
  return scratch.root
}
