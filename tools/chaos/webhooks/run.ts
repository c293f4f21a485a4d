import '@eclusa/simulators/redirect-stdout.ts'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { failures, runKillDrill } from './kill-workers.ts'
import { asWorker } from './stage.ts'

/**
 * 10,000 effects while a worker is killed every second and the sink fails three calls in ten. First the control arm: a naive
 * worker under the same kills must lose events, or the zeros that follow prove nothing.
 */
const effects = Number(process.argv[2] ?? 10_000)
const naive = fileURLToPath(new URL('naive-worker.ts', import.meta.url))
const say = (line: string) => void process.stderr.write(`${line}\n`)
const postgres = await startPostgres(process.env)
const common = { adminUrl: postgres.adminUrl, workers: 3, killEveryMs: 1_000, drainMs: 300_000, say }

try {
  say('control arm: a naive worker, a sink that never fails')
  const control = await runKillDrill({
    ...common,
    effects: Math.min(2_000, effects),
    workers: 1,
    killOnMs: 10_000,
    drainMs: 5_000,
    answer: () => 204,
    startWorker: ({ db }, url) => asWorker(spawn(process.execPath, [naive, String(db.options.connectionString), url])),
  })
  say('the gateway, and a sink that fails three calls in ten')
  const ours = await runKillDrill({ ...common, effects, killOnMs: 120_000 })
  process.stdout.write(`${JSON.stringify({ control, ours }, null, 2)}\n`)

  const wrong = failures(ours)
  if (wrong.length > 0) say(`FAILED: ${wrong.join(', ')} should be 0`)
  // The drill is about a worker killed between the sink's response and its own record of it.
  if (ours.heard_more_than_once === 0) say('FAILED: no kill left anything half done, so the drill proves nothing')
  if (control.events_never_heard === 0) say('FAILED: the control arm lost nothing, so the drill proves nothing')
  process.exitCode = wrong.length > 0 || ours.heard_more_than_once === 0 || control.events_never_heard === 0 ? 1 : 0
} finally {
  await postgres.stop()
}
process.exit()
