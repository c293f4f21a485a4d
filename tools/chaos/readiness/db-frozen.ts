import '@eclusa/simulators/redirect-stdout.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import {
  HANG_MS,
  openStage,
  seconds,
  startCallers,
  tally,
  until,
} from '@eclusa/testing/processes/gateway-environment.ts'
import { freezeDatabase } from './freeze.ts'

/** Every process of the database is stopped, like on a suspended host. */
const FROZEN_MS = Number(process.argv[2] ?? 30) * 1000

await drill(async ({ say, must }) => {
  const stage = await openStage()
  const [api, worker] = [await stage.startApi(), await stage.startWorker()]
  const accounts = await Promise.all(Array.from({ length: 50 }, () => stage.account()))
  const stop = startCallers(10, (n) => stage.change(api.base_url, accounts[n % 50]!, `change ${n}`))
  await pause(3_000)

  const began = Date.now()
  const thaw = await freezeDatabase(stage.admin)
  await pause(FROZEN_MS)
  const ended = Date.now()
  thaw()

  await until(() => api.told()?.ready === true && worker.told()?.ready === true, 45_000)
  await pause(3_000)
  const answers = await stop()
  const wrote = answers.find(({ at, ms, status }) => status === 200 && at + ms > ended)
  const left = async () =>
    (
      await stage.admin.query<{ n: number }>(
        `select count(*)::int as n from pgboss.job where name = 'verify-account' and state in ('created', 'retry')`,
      )
    ).rows[0]!.n
  const emptied = await until(async () => (await left()) === 0, 45_000)
  say(`database frozen for ${FROZEN_MS / 1000} s: ${tally(answers)}`)
  say(
    `  /readyz not ready: API after ${seconds(api.notReadyAfter(began))}, worker ${seconds(worker.notReadyAfter(began))}`,
  )
  say(
    `  after it: API ready in ${seconds(api.readyAfter(ended))}, first write in ${seconds(wrote && Math.max(0, wrote.at + wrote.ms - ended))}`,
  )
  must(
    answers.every(({ status }) => status === 200 || status === 503),
    'everything is answered with 200 or 503',
  )
  must(
    answers.every(({ ms }) => ms < HANG_MS),
    'nobody hangs',
  )
  must(api.notReadyAfter(began) !== undefined && worker.notReadyAfter(began) !== undefined, '/readyz says so')
  must(api.told()?.ready === true && worker.told()?.ready === true, '/readyz says when it is over')
  must(wrote !== undefined && emptied !== undefined, 'writes and jobs go on by themselves')
  await stage.close()
})
