import '@eclusa/simulators/redirect-stdout.ts'
import { parseArgs } from 'node:util'
import { isCommitted, stampOf } from '@eclusa/testing/commit-stamp.ts'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { type Control, controls, plantedDoor } from './controls.ts'
import { counted, countNames } from './counts.ts'
import { type Fire, openFire } from './environment.ts'
import { burnsOnce, type GroundName } from './environments.ts'
import type { FaultInjectionFault } from './fault.ts'
import { faults } from './faults.ts'
import { type JudgedRun, judgeControl, judgeRun, seconds, tableOf, totalsOf, write } from './report.ts'
import { runOnce, unjudged } from './run-once.ts'
import { keepRun } from './save-results.ts'

/**
 * Chaos test: callers write over all four replay schemas during a fault, and their own log determines afterwards what was
 * lost, done twice, rejected wrongly or not published. Then the same against a gateway with a known fault, which has to
 * lose.
 *
 *   npm run drill -- fire                                 every fault once, and every control
 *   npm run drill -- fire 200 --seed 7                    two hundred runs, fault after fault
 *   npm run drill -- fire 200 --seed 7 --from 90          the last hundred and ten of them, in order
 *   npm run drill -- fire --keep                          the result goes to the page of guarantees
 *   npm run drill -- fire --fault api-killed --fault ...  only these faults or controls; an environment by its name too
 *   npm run drill -- fire --things 2000 --rate 100        so many requests in each run, and per second; default 400, and 30
 *
 * With half of the processes down the rest has to handle the rate: where it cannot, callers get 503 for overload, which is
 * the fault `overload` and no other. A slow machine needs a lower rate.
 */
const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '0' },
    keep: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    fault: { type: 'string', multiple: true, default: [] },
    things: { type: 'string', default: '400' },
    rate: { type: 'string', default: '30' },
  },
})
const seed = Number(asked.seed)
const size = { things: Number(asked.things), perSecond: Number(asked.rate) }
const isAsked = (...names: string[]) => asked.fault.length === 0 || names.some((name) => asked.fault.includes(name))
const chosen = faults.filter(({ name, on }) => isAsked(name, on))
const chosenControls = controls.filter(({ name }) => isAsked(name, 'controls'))
const [from, runs] = [Number(asked.from), Number(positionals[0] ?? chosen.length)]

/** The current environment. However this ends, no fault stays active. */
let standing: Fire | undefined

async function close(): Promise<void> {
  await standing?.close()
  standing = undefined
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)))

await drill(async ({ say, must }) => {
  say(`seed ${seed}: ${runs - from} runs over ${chosen.length} faults, ${chosenControls.length} controls`)
  must(chosen.length + chosenControls.length > 0, 'there is something to burn')
  if (asked.keep && !isCommitted()) return must(false, 'what is kept is of a commit, and something here is in none')
  const judged: JudgedRun[] = []
  const stamp = stampOf()

  /**
   * Runs and checks one fault. A run that could not be checked counts as failed, is recorded so, and the next begins in a
   * new environment.
   */
  async function burn(
    fault: FaultInjectionFault,
    at: number,
    stand: () => Promise<Fire>,
    control?: Control,
  ): Promise<void> {
    const one = { fault, ...(control && { control }) }
    try {
      const run = await runOnce(await stand(), fault, seed + at, size)
      tell({ ...one, run, wrong: control ? judgeControl(control, run) : judgeRun(fault, run) })
    } catch (error) {
      tell({ ...one, run: unjudged(fault, seed + at), wrong: [String(error)] })
      await close()
    }
  }

  function tell(one: JudgedRun): void {
    const { fault, control, run, wrong } = one
    const { lasted_ms, took_ms, sent, acknowledged, records, spans, saw } = run
    const name = control?.name ?? fault.name
    judged.push(one)
    say(
      `${name}: lasted ${seconds(lasted_ms)}, ${acknowledged} of ${sent} acknowledged and ${records} records, ${spans.errors} errors, ≥ 80 % for ${seconds(spans.unavailable_ms)}, run of ${seconds(took_ms)}`,
    )
    for (const line of saw.slice(0, 6)) say(`  saw: ${line}`)
    must(wrong.length === 0, `${name} (seed ${run.seed}): ${wrong.join('; ')}`)
    // An interrupted run reports its results so far.
    write(judged, seed, stamp)
    if (asked.keep) keepRun(one, stamp)
  }

  const planned = Array.from({ length: runs }, (_, at) => ({ at, fault: chosen[at % chosen.length]! }))
  const inOrder = [...Map.groupBy(planned, ({ fault }) => fault.on).values()].flat().slice(from)
  for (const [on, these] of Map.groupBy(inOrder, ({ fault }) => fault.on)) {
    for (const { fault, at } of these) {
      // After a failed run effects of its fault may remain.
      if (fault.isQuiet) await close()
      await burn(fault, at, async () => standing ?? (await opened(on)))
      if (burnsOnce.includes(on)) await close()
    }
    await close()
  }
  for (const [at, control] of chosenControls.entries()) {
    const stand = async () => {
      const fire = await opened(control.fault.on, control.planted && (await plantedDoor(control.planted)))
      await control.prepare?.(fire)
      return fire
    }
    await burn(control.fault, runs + at, stand, control)
    await close()
  }

  async function opened(on: GroundName, door?: string): Promise<Fire> {
    const began = Date.now()
    standing = await openFire(on, door)
    say(`${on}: stands after ${seconds(Date.now() - began)}`)
    return standing
  }

  say(`\n${tableOf(judged)}\n`)
  const totals = totalsOf(judged)
  const burnt = judged.filter(({ control }) => !control).map(({ run }) => run)
  const [effects, records] = (['acknowledged', 'records'] as const).map((of) =>
    burnt.reduce((sum, run) => sum + run[of], 0),
  )
  say(
    `${burnt.length} runs, ${effects! + records!} writes acknowledged: ${effects} requests and ${records} records of a ledger`,
  )
  for (const name of countNames) say(`${totals[name].count} of ${totals[name].of} ${counted[name]['en-US']}`)
  say('written to artefacts/fire.json and artefacts/fire.md')
})
