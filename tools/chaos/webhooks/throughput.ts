import '@eclusa/simulators/redirect-stdout.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { postgresSeconds } from '@eclusa/testing/load/processor-time.ts'
import { kill, openStage, queueEvents } from './stage.ts'

/**
 * How fast one worker delivers 1,000 queued events to one healthy sink, and what that costs the database. Several rounds,
 * because of other load; the first is a warm-up and does not count.
 */
const EVENTS = 1_000
const ROUNDS = 8
const EVENTS_PER_SECOND_MIN = 500

const postgres = await startPostgres(process.env)
const stage = await openStage(postgres.adminUrl, 1)
const sink = await startWebhookSink()
const { id } = await stage.endpoint(`${sink.url}/fast`)
const worker = stage.startWorker()
const rounds: { events_per_second: number; database_cores: number }[] = []

for (let round = 0; round < ROUNDS; round += 1) {
  sink.heard.length = 0
  await queueEvents(stage, id, EVENTS)
  const before = postgresSeconds()
  while (sink.heard.length < EVENTS) await pause(5)
  // From the first call to the last: the wait for a poll is not part of the rate.
  const seconds = (sink.heard.at(-1)!.at - sink.heard[0]!.at) / 1000
  await settled()
  const used = postgresSeconds() - before
  if (round > 0) rounds.push({ events_per_second: EVENTS / seconds, database_cores: used / seconds })
}
await kill(worker)
await stage.close()
await sink.close()
await postgres.stop()

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const events_per_second = Math.round(median(rounds.map((round) => round.events_per_second)))
const database_cores = Number(median(rounds.map((round) => round.database_cores)).toFixed(2))
process.stdout.write(`${JSON.stringify({ events: EVENTS, rounds, events_per_second, database_cores }, null, 2)}\n`)
process.exit(events_per_second >= EVENTS_PER_SECOND_MIN && database_cores < 1 ? 0 : 1)

async function settled(): Promise<void> {
  for (;;) {
    const { rows } = await stage.db.query(`select 1 from webhook_deliveries where status = 'PENDING' limit 1`)
    if (rows.length === 0) return
    await pause(5)
  }
}
