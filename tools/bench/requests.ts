import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { addMonths } from './add-months.ts'
import { catchFloors } from './capture-baselines.ts'
import { pictureFile, pictureOf } from './chart.ts'
import { openStage } from './environment.ts'
import { historyFile, keptOf, readHistory, regressions, withRun } from './history.ts'
import { listen } from './listen.ts'
import { type Measure, measureAll, type WorkFigures } from './measure.ts'
import { table, titleOf } from './report.ts'
import { wanted } from './targets.ts'
import { createVariants, floorFile } from './variants.ts'
import { workNames } from './workloads.ts'

/**
 * The cost of a request relative to the minimum, measured in turns on one machine.
 *
 *   npm run bench                   the whole of it, a quarter of an hour
 *   npm run bench -- --short        a minute or two; fails when something became grossly slower than was kept
 *   npm run bench -- --keep         the whole of it, kept in tools/bench/history.json and drawn in docs/images
 *   npm run bench -- --work get-account  one of them, alone or with any of the others
 *   npm run bench -- --months 20    with so many months of events, of which a new database has 8
 *   npm run bench -- --endpoint     with a webhook endpoint that every event has a delivery to
 *   npm run bench -- --keep-floors  the statements of this version, kept in tools/bench/baselines as what later ones are held against
 */
const { values: asked } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    'keep-floors': { type: 'boolean', default: false },
    rounds: { type: 'string' },
    work: { type: 'string', multiple: true },
    seconds: { type: 'string' },
    months: { type: 'string' },
    endpoint: { type: 'boolean', default: false },
  },
})
const whole: Omit<Measure, 'works'> = {
  rounds: 12,
  seconds: 4,
  fillSeconds: 10,
  warmSeconds: 3,
  openRounds: 6,
  openSeconds: 8,
  everyConnections: true,
}
const short: Omit<Measure, 'works'> = {
  rounds: 3,
  seconds: 1,
  fillSeconds: 2,
  warmSeconds: 1,
  openRounds: 1,
  openSeconds: 2,
  everyConnections: false,
}
const measure: Measure = {
  ...(asked.short ? short : whole),
  ...(asked.rounds && { rounds: Number(asked.rounds) }),
  ...(asked.seconds && { seconds: Number(asked.seconds) }),
  works: workNames().filter((name) => asked.work?.includes(name) ?? true),
}

const begun = performance.now()
const say = (line: string) => {
  const seconds = Math.round((performance.now() - begun) / 1000)
  process.stderr.write(`${String(seconds).padStart(4)} s  ${line}\n`)
}
const artefact = new URL('../../artefacts/bench.json', import.meta.url)

say('starting PostgreSQL, an issuer and a registry, and writing accounts')
const stage = await openStage()
try {
  say('listening to what each request asks of the database')
  const caught = await catchFloors(stage)
  if (asked['keep-floors']) {
    for (const work of workNames()) writeFileSync(floorFile(work), `${JSON.stringify(caught[work].floor, null, 2)}\n`)
    say('kept in tools/bench/baselines')
  } else {
    if (asked.months) await addMonths(stage.admin, Number(asked.months))
    if (asked.endpoint) await addEndpoint()
    say('filling the tables that are written to')
    const company = await createVariants(stage, caught, measure.fillSeconds)
    try {
      report(await measureAll(stage, company, caught, measure, say))
    } finally {
      await company.close()
    }
  }
} finally {
  await stage.close()
}

/** Deliveries are only queued, because no worker runs. */
async function addEndpoint(): Promise<void> {
  const api = await stage.startApi(stage.database.api)
  const { stop } = await listen(stage, api.base_url)
  stop()
  await api.kill()
}

function report(figures: WorkFigures[]): void {
  const day = new Date().toISOString().slice(0, 10)
  const run = { commit: commit(), day, measure, load: loadavg(), figures }
  mkdirSync(new URL('.', artefact), { recursive: true })
  writeFileSync(artefact, `${JSON.stringify(run, null, 2)}\n`)
  process.stdout.write(`${[table(figures), '', ...wanted(figures)].join('\n')}\n`)
  say('written to artefacts/bench.json')

  const lost = figures.filter(({ acknowledged, found }) => found !== acknowledged)
  for (const { work, acknowledged, found } of lost)
    fail(`${work}: ${acknowledged} were acknowledged and ${found} are there: look for the others before anything else`)
  const history = readHistory()
  for (const regression of regressions(figures, history)) fail(regression)
  if (!asked.keep) return
  const quiet = figures.filter(({ isVoid }) => !isVoid)
  if (asked.short || lost.length > 0 || quiet.length === 0)
    return fail('this run is not kept: a short one, one that is void and one that lost something say nothing later')
  for (const of of figures.filter(({ isVoid }) => isVoid))
    fail(`${titleOf(of)} is not kept: measure it again with --keep --work ${of.work}`)
  const kept = withRun(history, keptOf(run.commit, day, quiet))
  writeFileSync(historyFile, `${JSON.stringify(kept, null, 2)}\n`)
  writeFileSync(pictureFile, pictureOf(kept))
  say('kept in tools/bench/history.json, and drawn in docs/images/bench.svg')
}

function fail(why: string): void {
  process.stderr.write(`${why}\n`)
  process.exitCode = 1
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
