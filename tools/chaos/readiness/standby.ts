import '@eclusa/simulators/redirect-stdout.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import {
  type GatewayResponse,
  openStage,
  seconds,
  tally,
  until,
} from '@eclusa/testing/processes/gateway-environment.ts'
import { waitForStandby } from '@eclusa/testing/standby.ts'

/**
 * The synchronous standby is down for 90 s while 64 callers write: every commit waits for it, and abandoned ones must not
 * leave a server process behind. An unknown standby name stands for an unreachable standby.
 */
const CALLERS = 64
const AWAY_MS = Number(process.argv[2] ?? 90) * 1000

await drill(async ({ say, must }) => {
  const stage = await openStage()
  const [api] = [await stage.startApi(), await stage.startWorker()]
  const accounts = await Promise.all(Array.from({ length: CALLERS }, () => stage.account()))
  const waitFor = (standby: string) => waitForStandby(stage.postgres.adminUrl, standby)
  // The observer must not wait for the standby either.
  const backends = async () =>
    (
      await stage.admin.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where application_name like 'eclusa-%'`,
      )
    ).rows[0]!.n

  const answers: GatewayResponse[] = []
  const over = new AbortController()
  const callers = accounts.map(async (account_id, caller) => {
    for (let n = 0; !over.signal.aborted; n += 1)
      answers.push(await stage.change(api.base_url, account_id, `${caller} ${n}`))
  })
  await pause(5_000)
  const before = await backends()
  const began = Date.now()
  await waitFor('nobody_by_this_name')
  let most = 0
  while (Date.now() - began < AWAY_MS) {
    most = Math.max(most, await backends())
    await pause(250)
  }
  const ended = Date.now()
  const left = await backends()
  await waitFor('')
  const back = await until(() => answers.some(({ at, ms, status }) => status === 200 && at + ms > ended), 30_000)
  await pause(3_000)
  over.abort()
  await Promise.all(callers)
  const during = answers.filter(({ at, ms }) => at + ms > began && at < ended)

  say(`standby away for ${AWAY_MS / 1000} s under ${CALLERS} callers: ${tally(during)}`)
  say(
    `  backends before ${before}, at most ${most}, at the end ${left}; first write in ${seconds(back)} after it was back`,
  )
  must(
    during.every(({ status }) => status === 200 || status === 503),
    'everything is answered with 200 or 503',
  )
  // As many as the pool: an abandoned session takes a moment to end, and its place is already taken.
  must(most <= before + 10, `no more than ten beside the ${before} backends there were`)
  must(back !== undefined, 'writes go on by themselves')
  await stage.close()
})
