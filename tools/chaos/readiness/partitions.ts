import '@eclusa/simulators/redirect-stdout.ts'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { openStage, seconds, until } from '@eclusa/testing/processes/gateway-environment.ts'

/**
 * No worker ran for so long (215 days) that no partition is left. The API has to report it, writes have to fail as
 * temporarily unavailable, and a new worker has to repair it.
 */
await drill(async ({ say, must }) => {
  const stage = await openStage()
  const api = await stage.startApi()
  const account_id = await stage.account()
  const change = (nickname: string) => stage.change(api.base_url, account_id, nickname)
  must((await change('before')).status === 200, 'a write succeeds before')
  /** Drops every partition from so many months ahead on. */
  const drop = async (monthsAhead: number) => {
    const { rows } = await stage.admin.query<{ name: string }>(
      `select child.relname as name from pg_inherits i join pg_class child on child.oid = i.inhrelid
       join month_partitioned_tables parent on to_regclass('eclusa.' || parent.name) = i.inhparent
       where right(child.relname, 7) >= to_char(now() + make_interval(months => $1), 'YYYY_MM')`,
      [monthsAhead],
    )
    for (const { name } of rows) await stage.admin.query(`drop table ${name}`)
  }

  let from = Date.now()
  await drop(1)
  const warned = await until(() => api.told()?.reason?.includes('run out in') ?? false, 5_000)
  say(`partitions of this month only: /readyz ${api.told()?.status} after ${seconds(warned)}: ${api.told()?.reason}`)
  must(api.told()?.status === 'degraded', '/readyz tells of it while there is time')
  must((await change('still there')).status === 200, 'a write succeeds as long as there is one')

  from = Date.now()
  await drop(0)
  const refused = await change('gone')
  await until(() => api.notReadyAfter(from) !== undefined, 5_000)
  const said = seconds(api.notReadyAfter(from))
  say(`none left: ${refused.status} ${refused.code}; /readyz not ready after ${said}: ${api.told()?.reason}`)
  must(refused.status === 503, 'a write is refused as about the moment')
  must(api.notReadyAfter(from) !== undefined, '/readyz says so')

  from = Date.now()
  const worker = await stage.startWorker()
  const mended = await until(async () => (await change(`again ${Date.now()}`)).status === 200, 10_000)
  await until(() => api.told()?.ready === true && worker.told()?.ready === true, 5_000)
  say(
    `a worker is started: writes go on ${seconds(mended)} after it runs, /readyz ready ${seconds(api.readyAfter(from))} after its start`,
  )
  must(mended !== undefined, 'starting a worker mends it')
  must(api.told()?.status === 'ready' && worker.told()?.status === 'ready', '/readyz says when it is over')
  await stage.close()
})
