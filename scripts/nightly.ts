import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'

/**
 * The second ring of tests: what takes too long for every change. Runs one step after the other, goes on after a step that failed, and
 * writes a dated summary to docs/nightly. Needs Debian, root and a few hours.
 *
 *   npm run nightly                     every step
 *   npm run nightly -- mutants attack   only these steps
 */
const steps: Record<string, string> = {
  'postgresql-18': 'npm run -s suite -- postgresql-18',
  'postgresql-15':
    'bash .ci/on-postgresql-15 npm run -s suite -- postgresql-15 --config vitest.postgresql-15.config.ts',
  mutants: 'npm run -s drill -- mutants',
  attack: 'npm run -s attack',
  ...drills(
    'kill-api kill-worker recoveries-under-fire webhooks webhook-neighbours overload neighbour strangers signatures',
  ),
  ...drills(
    'silence frozen full standby partitions issuer clock rolling mutated revocations grants owners cases turn-secrets',
  ),
  ...drills('alerts pooler failover restore upgrade image looks desk first-five-minutes idle-sandbox'),
  fire: 'npm run -s drill -- fire',
  growth: 'npm run -s bench -- growth',
}
const STEP_MINUTES_MAX = 90

interface Outcome {
  step: string
  passed: boolean
  seconds: number
  last: string
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in steps))
if (unknown.length > 0) {
  process.stderr.write(`There is no step ${unknown.join(', ')}. Name some of: ${Object.keys(steps).join(', ')}\n`)
  process.exit(1)
}
const chosen = Object.entries(steps).filter(([name]) => asked.length === 0 || asked.includes(name))
const logs = new URL('../artefacts/nightly/', import.meta.url)
mkdirSync(logs, { recursive: true })

const outcomes: Outcome[] = []
for (const [step, command] of chosen) {
  process.stdout.write(`== ${step} (${outcomes.length + 1} of ${chosen.length})\n`)
  outcomes.push(await run(step, command))
  const { passed, seconds, last } = outcomes.at(-1)!
  process.stdout.write(`   ${passed ? 'passed' : 'FAILED'} after ${seconds} s: ${last}\n`)
}
writeSummary()
const failed = outcomes.filter(({ passed }) => !passed).length
process.stdout.write(`${outcomes.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

function drills(names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, `npm run -s drill -- ${name}`]))
}

async function run(step: string, command: string): Promise<Outcome> {
  const begun = performance.now()
  const log = createWriteStream(new URL(`${step}.log`, logs))
  let last = ''
  const child = spawn('timeout', [`${STEP_MINUTES_MAX}m`, 'bash', '-c', command], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      log.write(bytes)
      last = String(bytes).trim().split('\n').at(-1)?.trim() || last
    })
  const [code] = (await once(child, 'close')) as [number | null]
  log.end()
  return { step, passed: code === 0, seconds: Math.round((performance.now() - begun) / 1000), last: last.slice(0, 160) }
}

function writeSummary(): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const day = new Date().toISOString().slice(0, 10)
  const folder = new URL('../docs/nightly/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const rows = outcomes.map(
    ({ step, passed, seconds, last }) =>
      `| ${step} | ${passed ? 'passed' : '**failed**'} | ${seconds} s | ${last.replaceAll('|', '/')} |`,
  )
  const lines = [
    `# Nightly run of ${day}`,
    '',
    `Commit ${commit}, ${outcomes.length} of ${Object.keys(steps).length} steps.`,
    '',
    '| step | result | time | last line |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ]
  writeFileSync(new URL(`${day}.md`, folder), lines.join('\n'))
  process.stdout.write(`docs/nightly/${day}.md is written\n`)
}
