import '@eclusa/simulators/redirect-stdout.ts'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createLoginPool } from '@eclusa/simulators/database.ts'
import { type DrillReport, drill } from '@eclusa/testing/processes/drill-report.ts'
import { openStage } from '@eclusa/testing/processes/gateway-environment.ts'
import { type Clock, openClock } from './clocks.ts'

/**
 * Clock steps: a clock is set back, on either side. The database's by more than an even hour, at which the ring of claims
 * rotates: no repeat may pass. The API's by four hours: no caller may wait for them.
 */
const SLOT_SECONDS = 7_200

await drill(async (verdict) => {
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-clock-'))
  // The server runs as another user.
  await chmod(folder, 0o755)
  await databaseSetBack(await openClock(join(folder, 'database')), verdict)
  await apiSetBack(await openClock(join(folder, 'api')), verdict)
  await rm(folder, { recursive: true })
})

async function databaseSetBack(clock: Clock, { say, must }: DrillReport): Promise<void> {
  Object.assign(process.env, clock.env)
  const stage = await openStage()
  for (const name of Object.keys(clock.env)) delete process.env[name]
  const api = await stage.startApi()
  const account_id = await stage.account()
  const operator = createLoginPool(stage.database.worker, 1)
  const change = () => stage.change(api.base_url, account_id, 'the same')

  const now = Math.ceil(Date.now() / 1000)
  const evenHour = Math.ceil(now / SLOT_SECONDS) * SLOT_SECONDS
  const isPast = async () =>
    (await stage.admin.query<{ past: boolean }>('select now() > to_timestamp($1) as past', [evenHour])).rows[0]!.past
  clock.set(evenHour + 60 - now)
  must(await isPast(), 'the even hour has come, or the drill proves nothing')
  const first = await change()
  clock.set(evenHour - 60 - now)
  must(!(await isPast()), 'the clock is set back, or the drill proves nothing')
  // What the worker does every five minutes.
  await operator.query('select empty_next_replay_slot()')
  const second = await change()
  const { rows: events } = await stage.admin.query('select 1 from events where object_id = $1', [account_id])
  say(`database clock set back over an even hour: ${first.status}, then the same: ${second.status} ${second.code}`)
  must(first.status === 200 && second.status === 409, 'the repeat is refused')
  must(events.length === 1, `the change takes effect once: it did ${events.length} times`)
  await operator.end()
  await stage.close()
}

async function apiSetBack(clock: Clock, { say, must }: DrillReport): Promise<void> {
  const stage = await openStage()
  const api = await stage.startApi({ ...clock.env, RATE_LIMIT_PER_MINUTE: '20' })
  const account_id = await stage.account()
  // For a process whose clock is behind, a token would be issued in the future and be rejected.
  const change = () => stage.change(api.base_url, account_id, randomUUID(), stage.user.api_key)
  let last = await change()
  for (let n = 0; n < 60 && last.status !== 429; n += 1) last = await change()
  must(last.status === 429, 'the limit is reached, or the drill proves nothing')
  clock.set(-4 * 3_600)
  await pause(62_000)
  const after = await change()
  say(`API clock set back by four hours: ${last.status}, and a minute later ${after.status} ${after.code ?? ''}`)
  must(after.status === 200, 'the limit is counted by time that passes')
  await stage.close()
}
