import '../../sandbox/keep-stdout.ts'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installed } from '../../sandbox/debian.ts'
import { freePort } from '../../sandbox/postgres.ts'
import { openStage, type Stage, tally } from './stage.ts'
import { drill } from './verdict.ts'
import type { Part } from './watch.ts'

/**
 * Two APIs behind haproxy are restarted in turn, over and over, while callers write and read: none of 10,000 requests may
 * fail. haproxy is as it comes: it asks /readyz every two seconds, believes what it hears three times, and keeps connections.
 *
 *   npm run drill -- rolling [requests]
 */
const REQUESTS = Number(process.argv[2] ?? 10_000)
const CALLERS = 16
const RESTARTS_MIN = 6
const HAPROXY = '/usr/sbin/haproxy'

interface Place {
  HTTP_PORT: string
  INTERNAL_PORT: string
}

await drill(async ({ say, must }) => {
  await installed([HAPROXY], ['haproxy'])
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

async function newPlace(): Promise<Place> {
  return { HTTP_PORT: String(await freePort()), INTERNAL_PORT: String(await freePort()) }
}

/** As an operator rolls: the next one is touched once haproxy has had the time to hear that this one is ready. */
async function startReady(stage: Stage, place: Place): Promise<Part> {
  const api = await stage.startApi({ ...place })
  while (!api.told()?.ready) await new Promise((resolve) => setTimeout(resolve, 100))
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  return api
}

async function startBalancer(places: Place[]): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const servers = places.map(
    ({ HTTP_PORT, INTERNAL_PORT }, n) => `  server api${n} 127.0.0.1:${HTTP_PORT} check port ${INTERNAL_PORT}`,
  )
  await writeFile(
    file,
    [
      'defaults',
      '  mode http',
      '  timeout connect 2s',
      '  timeout client 60s',
      '  timeout server 60s',
      'frontend callers',
      `  bind 127.0.0.1:${port}`,
      '  default_backend apis',
      'backend apis',
      '  balance roundrobin',
      '  option httpchk GET /readyz',
      ...servers,
      '',
    ].join('\n'),
  )
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      process.off('exit', end)
      await rm(folder, { recursive: true })
    },
  }
}
