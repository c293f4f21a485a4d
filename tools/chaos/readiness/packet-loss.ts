import '@eclusa/simulators/redirect-stdout.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { type DrillReport, drill } from '@eclusa/testing/processes/drill-report.ts'
import {
  HANG_MS,
  openStage,
  seconds,
  startCallers,
  tally,
  until,
} from '@eclusa/testing/processes/gateway-environment.ts'
import { createSilentConnection } from '@eclusa/testing/silent-connection.ts'

/**
 * Packet loss to the database for 5, 30 and 120 s: a user-space proxy reads everything and answers nothing, and a connection
 * used meanwhile never gets a response again. Then work has to continue by itself.
 *
 *   npm run drill -- silence [seconds …]
 */
const PER_SECOND = 10
const BEFORE_MS = 5_000
/** How long after the packet loss everything must work as before. */
const MENDED_MS = 45_000

const lengths = process.argv.slice(2).map(Number)

await drill(async (verdict) => {
  for (const length of lengths.length > 0 ? lengths : [5, 30, 120]) await fallSilent(length * 1000, verdict)
})

async function fallSilent(silenceMs: number, { say, must }: DrillReport): Promise<void> {
  const stage = await openStage()
  const lines = [
    await createSilentConnection(stage.database.api),
    await createSilentConnection(stage.database.worker),
  ] as const
  const env = { DATABASE_URL: lines[0].url, DATABASE_WORKER_URL: lines[1].url }
  const [api, worker] = [await stage.startApi(env), await stage.startWorker(env)]
  const accounts = await Promise.all(Array.from({ length: 50 }, () => stage.account()))
  const stop = startCallers(PER_SECOND, (n) => stage.change(api.base_url, accounts[n % 50]!, `change ${n}`))
  await pause(BEFORE_MS)

  const began = Date.now()
  for (const line of lines) line.silent = true
  await pause(silenceMs)
  const ended = Date.now()
  for (const line of lines) line.silent = false

  const done = async () =>
    (
      await stage.admin.query<{ n: number }>(
        `select count(*)::int as n from pgboss.job where name = 'verify-account' and completed_on > $1`,
        [new Date(ended)],
      )
    ).rows[0]!.n
  const worked = await until(async () => (await done()) > 0, MENDED_MS)
  await until(() => api.told()?.ready === true && worker.told()?.ready === true, MENDED_MS)
  await pause(BEFORE_MS)
  const answers = await stop()
  const wrote = answers.find(({ at, ms, status }) => status === 200 && at + ms > ended)
  const left = async () =>
    (
      await stage.admin.query<{ n: number }>(
        `select count(*)::int as n from pgboss.job where name = 'verify-account' and state in ('created', 'retry')`,
      )
    ).rows[0]!.n
  const emptied = await until(async () => (await left()) === 0, MENDED_MS)

  say(`silence of ${silenceMs / 1000} s: ${tally(answers)}`)
  say(`  longest answer ${seconds(Math.max(...answers.map(({ ms }) => ms)))}`)
  say(
    `  /readyz not ready: API after ${seconds(api.notReadyAfter(began))}, worker ${seconds(worker.notReadyAfter(began))}`,
  )
  say(`  after it: API ready in ${seconds(api.readyAfter(ended))}, worker in ${seconds(worker.readyAfter(ended))}`)
  say(
    `  after it: first write in ${seconds(wrote && Math.max(0, wrote.at + wrote.ms - ended))}, first job in ${seconds(worked)}`,
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
  must(wrote !== undefined, 'writes go on by themselves')
  must(worked !== undefined && emptied !== undefined, 'jobs go on by themselves, and none is left')
  await stage.close()
  for (const line of lines) await line.close()
}
