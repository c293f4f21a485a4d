import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mergeOutcomes, readOutcomes, type StepOutcome, writeSummary } from './nightly-summary.ts'

/**
 * Nightly tests: what takes too long for every change. Runs one step after the other, continues after a failed step, and
 * writes a dated summary to docs/nightly after each. Needs Debian, root and about two and a half hours on two processors.
 *
 *   npm run nightly                     every step
 *   npm run nightly -- mutants attack   only these steps, added to the summary of the same commit
 */
const steps: Record<string, string> = {
  'postgresql-18': counted('postgresql-18', 'npm run -s suite -- postgresql-18'),
  'postgresql-15': counted(
    'postgresql-15',
    'bash .ci/on-postgresql-15 npm run -s suite -- postgresql-15 --config vitest.postgresql-15.config.ts',
  ),
  mutants: 'npm run -s drill -- mutants',
  attack: 'npm run -s attack',
  // Smaller than the default of each drill. The arguments after a name are its counts and durations.
  ...drills(`
    kill-api 45
    kill-worker 60
    recoveries-under-fire 100
    webhooks 2000
    webhook-neighbours
    overload 30
    neighbour 30
    strangers 10
    signatures 500
    silence 5 30
    frozen
    full
    standby 60
    partitions
    issuer
    clock
    rolling 4000
    mutated 5000
    revocations 2000 200
    grants 30
    owners 3000 30000
    cases 200000
    turn-secrets 100 50
    alerts
    pooler
    failover
    restore 4
    upgrade 100 200
    image
    looks
    desk 30000 20
    first-five-minutes
    idle-sandbox 60
    row-sizes
    fire
  `),
  growth: 'npm run -s bench -- growth 1000000',
}
const STEP_MINUTES_MAX = 60
const PROGRESS_MS = 60_000
/** The exit code of `timeout` when it has stopped the command. */
const STOPPED = 124

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in steps))
if (unknown.length > 0) {
  process.stderr.write(`There is no step ${unknown.join(', ')}. Name some of: ${Object.keys(steps).join(', ')}\n`)
  process.exit(1)
}
const say = (line: string) => process.stdout.write(`${line}\n`)
const chosen = Object.entries(steps).filter(([name]) => asked.length === 0 || asked.includes(name))
const logs = new URL('../../artefacts/nightly/', import.meta.url)
mkdirSync(logs, { recursive: true })
const folder = new URL('../../docs/nightly/', import.meta.url)
mkdirSync(folder, { recursive: true })
const commit = commitNow()
// A night that goes past twelve, or is run in pieces, has one summary: of the day on which its commit was first tried.
const day = summaries().findLast((each) => outcomesOf(each).length > 0) ?? new Date().toISOString().slice(0, 10)

const outcomes: StepOutcome[] = []
for (const [step, command] of chosen) {
  say(`== ${step} (${outcomes.length + 1} of ${chosen.length})`)
  const outcome = await run(step, command)
  outcomes.push(outcome)
  say(`   ${outcome.result} after ${outcome.seconds} s: ${outcome.last}`)
  const all = mergeOutcomes(outcomesOf(day), [outcome])
  writeFileSync(fileOf(day), writeSummary({ day, commit, steps: Object.keys(steps) }, all))
}
const failed = outcomes.filter(({ result }) => result !== 'passed').length
say(`${outcomes.length - failed} passed, ${failed} did not; docs/nightly/${day}.md is written`)
process.exitCode = failed === 0 ? 0 : 1

function drills(lines: string): Record<string, string> {
  const named = lines
    .trim()
    .split('\n')
    .map((line) => line.trim())
  return Object.fromEntries(named.map((words) => [words.split(' ')[0]!, `npm run -s drill -- ${words}`]))
}

/** Tests end with how many there were, and with the code of their run. */
function counted(name: string, command: string): string {
  return `rm -f artefacts/tests-${name}*; ${command}; code=$?; npm run -s count -- artefacts/tests-${name}*.json; exit $code`
}

async function run(step: string, command: string): Promise<StepOutcome> {
  const begun = performance.now()
  const seconds = () => Math.round((performance.now() - begun) / 1000)
  const log = createWriteStream(new URL(`${step}.log`, logs))
  let last = ''
  const progress = setInterval(() => say(`   ${seconds()} s: ${last.slice(0, 120)}`), PROGRESS_MS)
  const child = spawn('timeout', [`${STEP_MINUTES_MAX}m`, 'bash', '-c', command], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      log.write(bytes)
      last = String(bytes).trim().split('\n').at(-1)?.trim() || last
    })
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(progress)
  log.end()
  const result = code === 0 ? 'passed' : code === STOPPED ? 'stopped' : 'failed'
  return { step, result, seconds: seconds(), last: last.slice(0, 160) }
}

function git(...words: string[]): string {
  return execFileSync('git', words, { encoding: 'utf8' }).trim()
}

/** The commit, and whether the tree is what was committed; the summaries themselves do not count. */
function commitNow(): string {
  const changed = git('status', '--porcelain', '--', '.', ':!docs/nightly')
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with uncommitted changes' : ''}`
}

function summaries(): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
  return names.map((name) => name.slice(0, -'.md'.length)).toSorted()
}

function fileOf(summary: string): URL {
  return new URL(`${summary}.md`, folder)
}

function outcomesOf(summary: string): StepOutcome[] {
  return summaries().includes(summary) ? readOutcomes(readFileSync(fileOf(summary), 'utf8'), commit) : []
}
