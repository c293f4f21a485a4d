import '@eclusa/simulators/redirect-stdout.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { type AlertName, alerts } from '@eclusa/codegen/observability/alerts.ts'
import { rulesFile } from '@eclusa/codegen/observability/rules.ts'
import { type DrillReport, drill } from '@eclusa/testing/processes/drill-report.ts'
import { seconds, until } from '@eclusa/testing/processes/gateway-environment.ts'
import { planted, rounds } from './alert-faults.ts'
import type { Trouble } from './fault.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { startLoad } from './load.ts'
import { type Prometheus, startPrometheus } from './prometheus.ts'
import { shortened } from './shorten-rules.ts'

/**
 * Every alert with its fault: a gateway of three processes with all its partners, a real Prometheus with the committed
 * rules, and one fault after another. Each alert has to fire for its own fault and to end with it, and none may fire in the
 * minute before, under light load. Windows and waits of the rules are so many times shorter, and minutely measurements are
 * taken every few seconds; nothing else differs.
 *
 *   npm run drill -- alerts [times] [alert ...]
 */
const TIMES = Number(process.argv[2] ?? 240)
/** All of them, unless some are named. */
const NAMED = process.argv.slice(3)
const names = alerts.map(({ name }) => name).filter((name) => NAMED.length === 0 || NAMED.includes(name))
const isTried = (trouble: Trouble) => names.some((name) => planted[name].by === trouble)
const QUIET_MS = 60_000
const FIRE_MS = 180_000
const END_MS = 240_000

interface Proof {
  name: AlertName
  fired: number | undefined
  ended: number | undefined
}

await drill(async ({ say, must }) => {
  const gateway = await openGateway()
  const load = startLoad({ url: gateway.api.part.base_url, token: gateway.stage.token, accounts: gateway.accounts })
  await measured(gateway)
  const prometheus = await startPrometheus(shortened(rulesFile(), TIMES), gateway.targets)
  try {
    say(`rules as committed, with windows and waits ${TIMES} times shorter, though none below 5 s and 1 s`)
    await pause(QUIET_MS)
    const early = prometheus.heard()
    say(`${seconds(QUIET_MS)} of light load: ${early.join(', ') || 'nothing fires'}`)
    say(`  ${[...load.tally].map(([how, count]) => `${how} × ${count}`).join(', ')}`)
    must(early.length === 0, `a healthy gateway is quiet: ${early.join(', ')} fired`)

    const proved: Proof[] = []
    const prove = openProof(gateway, prometheus, must)
    for (const round of rounds.map((troubles) => troubles.filter(isTried))) {
      prometheus.heard()
      const proofs = await prove(round)
      proved.push(...proofs)
      for (const { name, fired, ended } of proofs) {
        say(`${name}: fired after ${seconds(fired)}, ended after ${seconds(ended)}; ${planted[name].by.what}`)
        must(fired !== undefined, `${name} fires`)
        must(ended !== undefined, `${name} ends`)
      }
      const besides = prometheus.heard().filter((name) => !proofs.some((proof) => proof.name === name))
      if (besides.length > 0) say(`  besides: ${besides.join(', ')}`)
    }
    const shown = proved.filter(({ fired, ended }) => fired !== undefined && ended !== undefined)
    say(`${shown.length} of ${names.length} alerts fired on the fault that was planted, and ended with it`)
    must(proved.length === names.length, 'each was tried')
  } finally {
    await load.stop()
    await prometheus.stop()
    await gateway.close()
  }
})

/** Measurements are taken before an alert about missing ones can fire. */
async function measured({ targets }: Gateway): Promise<void> {
  const read = async () => (await fetch(`http://${targets['eclusa-worker']}/metrics`)).text()
  await until(async () => (await read()).includes('eclusa_jobs_waiting{job_name="collect-metrics"}'), 60_000)
}

/** Plants the faults of a round, waits until their alerts fire, removes them, and waits until the alerts end. */
function openProof(gateway: Gateway, prometheus: Prometheus, must: DrillReport['must']) {
  const fires = (name: AlertName) => prometheus.fires(name, planted[name].labels)
  /** A fault that cannot be planted or removed is reported, and the others are still tried. */
  const attempt = async <T>({ what }: Trouble, work: () => Promise<T>): Promise<T | undefined> =>
    work().catch((error: unknown) => {
      must(false, `${what}: ${String(error)}`)
      return undefined
    })

  return async (round: Trouble[]): Promise<Proof[]> => {
    const theirs = names.filter((name) => round.includes(planted[name].by))
    // An alert still firing from before proves nothing.
    await until(() => !theirs.some(fires), END_MS)
    const already = new Set(theirs.filter(fires))
    const began = Date.now()
    const ends = await Promise.all(round.map((trouble) => attempt(trouble, () => trouble.begin(gateway))))
    const fired = await Promise.all(theirs.map((name) => since(began, () => fires(name), FIRE_MS)))
    const ending = Date.now()
    await Promise.all(round.map((trouble, n) => attempt(trouble, async () => ends[n]?.())))
    const ended = await Promise.all(theirs.map((name) => since(ending, () => !fires(name), END_MS)))
    return theirs.map((name, n) => ({ name, fired: already.has(name) ? undefined : fired[n], ended: ended[n] }))
  }
}

async function since(from: number, so: () => boolean, limitMs: number): Promise<number | undefined> {
  const waited = await until(so, limitMs)
  return waited === undefined ? undefined : Date.now() - from
}
