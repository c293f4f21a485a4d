import '@eclusa/simulators/redirect-stdout.ts'
import { randomUUID } from 'node:crypto'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { openStage, tally } from '@eclusa/testing/processes/gateway-environment.ts'
import { newPlace, startBalancer, startReady } from './balancer.ts'

/**
 * Rolling restart: two APIs behind haproxy are restarted in turn, over and over, while callers write and read: none of
 * 10,000 requests may fail. haproxy has default settings: it checks /readyz every two seconds, needs three equal results,
 * and keeps connections.
 *
 *   npm run drill -- rolling [requests]
 */
const REQUESTS = Number(process.argv[2] ?? 10_000)
const CALLERS = 16
const RESTARTS_MIN = 6

await drill(async ({ say, must }) => {
  const stage = await openStage()
  const places = await Promise.all([newPlace(), newPlace()])
  const apis = await Promise.all(places.map((place) => startReady(stage, place)))
  const balancer = await startBalancer(places)
  const accounts = await Promise.all(Array.from({ length: CALLERS }, () => stage.account()))

  let sent = 0
  let restarts = 0
  const enough = () => sent >= REQUESTS && restarts >= RESTARTS_MIN
  const callers = accounts.map(async (account_id) => {
    const answers = []
    while (!enough()) {
      sent += 1
      answers.push(await stage.change(balancer.url, account_id, randomUUID()))
    }
    return answers
  })
  while (!enough()) {
    const at = restarts % 2
    await apis[at]!.stop()
    apis[at] = await startReady(stage, places[at]!)
    restarts += 1
  }
  const answers = (await Promise.all(callers)).flat()
  const failed = answers.filter(({ status }) => status !== 200)
  say(`${answers.length} requests over ${restarts} restarts: ${tally(answers)}`)
  must(failed.length === 0, `none fails: ${failed.length} of ${answers.length} did`)
  await balancer.stop()
  await stage.close()
})
