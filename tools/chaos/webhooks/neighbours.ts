import '@eclusa/simulators/redirect-stdout.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { kill, openStage, queueEvents, type WebhookDrillEnvironment } from './stage.ts'

/**
 * Whether an endpoint that hangs and one that returns 500 slow a third one down. One worker; rounds alternate between the
 * third alone and all three, so that variations of the machine affect both; each round measures the median time from an
 * event to its arrival. A null pair, alone against alone, shows how much two equal rounds differ.
 */
const ROUNDS = 10
const EVENTS_PER_ROUND = 40
const SLOWDOWN_MAX = 1.2

const postgres = await startPostgres(process.env)
const stage = await openStage(postgres.adminUrl, 1)
const healthy = await startWebhookSink()
const ill = await startWebhookSink((path) => (path === '/hangs' ? 'hang' : 500))
const endpoint = {
  healthy: (await stage.endpoint(`${healthy.url}/healthy`)).id,
  hangs: (await stage.endpoint(`${ill.url}/hangs`)).id,
  fails: (await stage.endpoint(`${ill.url}/fails`)).id,
}
const worker = stage.startWorker()
await round(false)

const alone: number[] = []
const again: number[] = []
const beside: number[] = []
for (let n = 0; n < ROUNDS; n += 1) {
  alone.push(await round(false))
  beside.push(await round(true))
  again.push(await round(false))
}
const calls = ill.heard.length
await kill(worker)
await stage.close()
await Promise.all([healthy.close(), ill.close()])
await postgres.stop()

const ratio = (these: number[]) => Number(median(these.map((value, n) => value / alone[n]!)).toFixed(3))
const result = {
  alone_ms: median(alone),
  beside_ms: median(beside),
  ratio: ratio(beside),
  null_ratio: ratio(again),
  calls,
}
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
// Without calls to the failing ones nothing could slow it.
process.exit(result.ratio <= SLOWDOWN_MAX && calls > 100 ? 0 : 1)

async function round(withIll: boolean): Promise<number> {
  await setHealth(stage, withIll)
  if (withIll) {
    await queueEvents(stage, endpoint.hangs, 500)
    await queueEvents(stage, endpoint.fails, 500)
    await pause(300)
  }
  healthy.heard.length = 0
  for (let n = 0; n < EVENTS_PER_ROUND; n += 1) {
    await queueEvents(stage, endpoint.healthy, 1)
    await pause(37)
  }
  while (healthy.heard.length < EVENTS_PER_ROUND) await pause(5)
  return median(
    healthy.heard.map(({ at, body }) => at - Date.parse((JSON.parse(body) as { created_at: string }).created_at)),
  )
}

/** The circuit breakers are reset before every round, so that the worker has to detect the failures each time. */
async function setHealth({ db }: WebhookDrillEnvironment, withIll: boolean): Promise<void> {
  if (!withIll)
    await db.query(`update webhook_deliveries set status = 'CANCELED' where status = 'PENDING' and lease is null`)
  await db.query('update webhook_endpoints set consecutive_failures = 0, failing_since = null, paused_until = null')
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
