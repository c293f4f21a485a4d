import { fork } from 'node:child_process'
import { once } from 'node:events'
import { percentiles } from '@eclusa/testing/load/figures.ts'
import type { LoadOutcome } from '@eclusa/testing/load/load.ts'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { openStage } from '../credential-flood/stage.ts'
import type { OverloadPlan } from './generator.ts'

/**
 * Fairness between users under overload: one user sends on 256 connections as fast as it gets responses, another sends 20
 * requests a second. The other may get 503 at most once in a hundred.
 *
 *   npm run drill -- neighbour [seconds]
 */
const [CONNECTIONS, RATE, LINES] = [256, 20, 50]
const REFUSED_MAX = 0.01
const seconds = Number(process.argv[2] ?? 60)

await drill(async ({ say, must }) => {
  const stage = await openStage()
  const startSender = async (n: number) => {
    const sender = fork(new URL('generator.ts', import.meta.url), { stdio: 'inherit', serialization: 'advanced' })
    const accounts = await stage.accounts(stage.users[n]!, 100)
    const targets = accounts.map(({ url }) => ({ url, token: stage.tokens[n]! }))
    return {
      async send(plan: Omit<OverloadPlan, 'port' | 'targets'>): Promise<LoadOutcome> {
        sender.send({ port: stage.port, targets, ...plan })
        return ((await once(sender, 'message')) as [LoadOutcome])[0]
      },
      stop: () => sender.disconnect(),
    }
  }
  const [flooder, neighbour] = [await startSender(0), await startSender(1)]
  const report = (who: string, { sent, statuses, served }: LoadOutcome) => {
    const { p50, p99 } = percentiles(served)
    say(`${who}: ${sent} sent, ${JSON.stringify(statuses)}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  }

  report('the neighbour alone', await neighbour.send({ seconds: 20, rate: RATE, lines: LINES }))
  const flooding = flooder.send({ seconds: seconds + 10, lines: CONNECTIONS })
  await neighbour.send({ seconds: 5, rate: RATE, lines: LINES })
  const beside = await neighbour.send({ seconds, rate: RATE, lines: LINES })
  const flood = await flooding
  report(`the neighbour beside ${CONNECTIONS} connections`, beside)
  report('the flooding user', flood)
  flooder.stop()
  neighbour.stop()
  await stage.close()

  const refused = (beside.statuses['503'] ?? 0) / beside.sent
  say(`${(refused * 100).toFixed(2)} % of the neighbour's requests were refused`)
  must(refused <= REFUSED_MAX, `at most ${REFUSED_MAX * 100} % of the neighbour's requests are refused`)
  must(beside.unsent === 0, 'every request of the neighbour is sent')
  must(beside.served.length / beside.sent > 1 - REFUSED_MAX, "the neighbour's requests are served")
  must((flood.statuses['503'] ?? 0) > 0, 'there is an overload: the flooding user is refused')
})
