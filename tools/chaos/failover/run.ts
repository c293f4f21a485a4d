import '@eclusa/simulators/redirect-stdout.ts'
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { blocksOf } from '@eclusa/testing/guides/blocks.ts'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import {
  type GatewayEnvironment,
  type GatewayResponse,
  openStage,
  seconds,
  startCallers,
  tally,
  until,
} from '@eclusa/testing/processes/gateway-environment.ts'
import { type Cluster, startCluster } from './cluster.ts'

/**
 * PostgreSQL under Patroni as docs/guides/high-availability.md describes, with the files of deploy/: the commands of that
 * page are run, and then the primary node dies while callers write. Acknowledged writes must survive. The last time commits
 * do not wait for replicas, and something must be lost: otherwise the rest proves nothing.
 */
const PER_SECOND = 10
const CALLS_MAX = 1_200
const BEFORE_MS = 4_000
const ETCD_AWAY_MS = 40_000
/** The central bank counts a longer time as an outage. */
const PAUSE_MAX_MS = 36_000
const root = fileURLToPath(new URL('../../../', import.meta.url))

process.once('SIGTERM', () => process.exit(1))
process.once('SIGINT', () => process.exit(1))

await drill(async ({ say, must }) => {
  const cluster = await startCluster()
  try {
    process.env['DATABASE_URL'] = cluster.adminUrl
    const stage = await openStage()
    const [api] = [await stage.startApi(), await stage.startWorker()]
    const write = (fault: () => Promise<unknown>) => writeThrough(stage, api.base_url, fault)

    const moved = await write(() => followGuide(cluster, stage, say))
    report('moved on purpose', moved)
    must(moved.lost + moved.unwanted === 0, 'a switchover loses nothing, and does nothing that was refused')

    const standby = await cluster.standby()
    const unheard = await write(() => cluster.kill(standby))
    report('synchronous replica dead', unheard)
    must(unheard.lost + unheard.unwanted === 0, 'a replica that dies loses nothing')
    await cluster.start(standby)

    const unled = await write(() => cluster.freezeEtcd(ETCD_AWAY_MS))
    report(`etcd away for ${ETCD_AWAY_MS / 1000} s`, unled)
    must(unled.lost + unled.unwanted === 0, 'an etcd that is away loses nothing')

    const dead = await cluster.primary()
    const died = await write(() => killPrimary(cluster, dead))
    report('primary dead', died)
    must(died.lost === 0, `nothing that was acknowledged is lost: ${died.lost} are`)
    must(died.unwanted === 0, `nothing that was refused was done: ${died.unwanted} were`)
    must(died.pauseMs < PAUSE_MAX_MS, 'writes go on within 36 s')
    const began = Date.now()
    await cluster.start(dead)
    say(`  ${dead} is a replica again ${seconds(Date.now() - began)} after it was started`)

    await cluster.configure({ synchronous_mode: false, synchronous_mode_strict: false })
    const isAlone = async () =>
      (await stage.admin.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`))
        .rows[0]!.names === ''
    must((await until(isAlone, 30_000)) !== undefined, 'replicas are no longer waited for')
    const control = await write(async () => killPrimary(cluster, await cluster.primary()))
    report('primary dead, replicas not waited for', control)
    must(control.lost > 0, 'something is lost where replicas are not waited for')
    await stage.close()
  } finally {
    await cluster.stop()
  }

  function report(what: string, { answers, pauseMs, lost, unwanted }: WrittenRow): void {
    say(`${what}: ${tally(answers)}`)
    say(`  longest without a write ${seconds(pauseMs)}; acknowledged and lost ${lost}, refused and done ${unwanted}`)
  }
})

/** The commands of the page, with the folder of this drill. */
async function followGuide(cluster: Cluster, stage: GatewayEnvironment, say: (line: string) => void): Promise<void> {
  const commands = blocksOf('high-availability.md').filter(({ language, notRun }) => language === 'sh' && !notRun)
  for (const { at, code } of commands) {
    const text = code.replaceAll('/etc/patroni/patroni.yml', cluster.configOf('db1'))
    const env = { ...process.env, ...stage.settings, ...cluster.env, LANG: 'C.UTF-8' }
    const { code: ended, said } = await new Promise<{ code: number; said: string }>((resolve) => {
      const child = execFile('bash', ['-ec', text], { cwd: root, env }, (_, out, err) =>
        resolve({ code: child.exitCode ?? -1, said: out + err }),
      )
    })
    say(`  ${at}\n${said.trimEnd().replaceAll(/^/gm, '    ')}`)
    // The doctor exits with 1 for a warning, such as a loopback without TLS.
    if (ended !== 0 && !(ended === 1 && code.includes('doctor'))) throw new Error(`${at} ended with ${ended}`)
  }
}

/** Commits of its last second were sent to no replica: a dead machine does not finish sending. */
async function killPrimary(cluster: Cluster, name: string): Promise<void> {
  await cluster.cut(name, ['nodes'])
  await pause(1_000)
  await cluster.kill(name)
}

interface WrittenRow {
  answers: GatewayResponse[]
  /** The longest time without a successful write. */
  pauseMs: number
  lost: number
  unwanted: number
}

/** Callers write, each to an account of its own, during a fault of the database; then acknowledged writes are looked up. */
async function writeThrough(
  stage: GatewayEnvironment,
  base_url: string,
  fault: () => Promise<unknown>,
): Promise<WrittenRow> {
  const accounts: string[] = []
  while (accounts.length < CALLS_MAX)
    accounts.push(...(await Promise.all(Array.from({ length: 20 }, () => stage.account()))))
  const heard: GatewayResponse[] = []
  const stop = startCallers(PER_SECOND, async (n) => {
    const answer = await stage.change(base_url, accounts[n % CALLS_MAX]!, `written ${n}`)
    heard.push(answer)
    return answer
  })
  await pause(BEFORE_MS)
  await fault()
  const ended = Date.now()
  const written = () => heard.filter(({ status }) => status === 200)
  await until(() => written().filter(({ at }) => at > ended).length > 5, 60_000)
  await pause(3_000)
  const answers = await stop()
  const { rows } = await stage.admin.query<{ id: string; nickname: string }>(
    'select id, nickname from crossborder_accounts where id = any($1)',
    [accounts],
  )
  const kept = new Set(rows.map(({ nickname }) => nickname))
  const times = written()
    .map(({ at, ms }) => at + ms)
    .toSorted((a, b) => a - b)
  const told = (is: (answer: GatewayResponse) => boolean) => answers.filter(is).map(({ nickname }) => nickname)
  return {
    answers,
    pauseMs: Math.max(...times.slice(1).map((time, n) => time - times[n]!)),
    lost: told(({ status }) => status === 200).filter((nickname) => !kept.has(nickname)).length,
    unwanted: told(({ status, code }) => status === 503 && code === 'UNAVAILABLE').filter((one) => kept.has(one))
      .length,
  }
}
