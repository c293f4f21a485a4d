import { setTimeout as pause } from 'node:timers/promises'
import { both, type Text } from '@eclusa/gateway/src/platform/language.ts'
import { until } from '@eclusa/testing/processes/gateway-environment.ts'
import type { Host } from './environment.ts'
import { type FaultInjectionFault, nothing } from './fault.ts'
import { age } from './time-travel.ts'

/** haproxy checks every two seconds, and needs three equal results. */
const NOTICED_MS = 7_000

async function restart(host: Host): Promise<void> {
  await host.part.stop()
  await host.start()
  await until(() => host.part.told()?.ready === true, 60_000)
}

const killed = (who: 'apis' | 'workers', what: Text): FaultInjectionFault => ({
  name: who === 'apis' ? 'api-killed' : 'worker-killed',
  what,
  on: 'light',
  heals: 'it is started again',
  lastsMs: 3_000,
  longestMs: who === 'apis' ? NOTICED_MS : 0,
  ...(who === 'apis' && { felt: true as const, noticedMs: NOTICED_MS }),
  sees: /no answer/,
  async begin({ [who]: [first] }) {
    await first!.kill()
    return () => first!.start()
  },
})

const told: FaultInjectionFault = {
  name: 'api-told-to-stop',
  what: both(
    'uma de duas APIs é parada como faz um supervisor (SIGTERM), sob carga, e iniciada de novo',
    'one of two APIs is stopped as a supervisor does (SIGTERM), under load, and started again',
  ),
  on: 'light',
  heals: 'by itself: it leaves when nobody sends any more',
  lastsMs: 0,
  longestMs: 0,
  async begin({ apis: [first] }) {
    await restart(first!)
    return nothing
  },
}

const rolling: FaultInjectionFault = {
  name: 'rolling-restart',
  what: both(
    'as duas APIs atrás do haproxy e os dois workers são reiniciados um a um',
    'both APIs behind haproxy and both workers are restarted in turn',
  ),
  on: 'light',
  heals: 'by itself',
  lastsMs: 0,
  longestMs: 0,
  async begin({ apis, workers }) {
    for (const host of apis) {
      await restart(host)
      await pause(NOTICED_MS)
    }
    for (const host of workers) await restart(host)
    return nothing
  },
}

const awayForADay: FaultInjectionFault = {
  name: 'workers-away-a-day',
  what: both(
    'nenhum worker roda, e o que espera por um já esperou um dia quando voltam',
    'no worker runs, and all that waits for one has waited for a day when they are back',
  ),
  on: 'light',
  heals: 'they are started',
  lastsMs: 6_000,
  longestMs: 1_000,
  sees: /no answer/,
  async begin(fire) {
    for (const worker of fire.workers) await worker.kill()
    return async () => {
      await age(fire, '1 day')
      for (const worker of fire.workers) await worker.start()
    }
  },
}

const awayForMonths: FaultInjectionFault = {
  felt: true,
  name: 'workers-away-months',
  what: both(
    'nenhum worker roda por tanto tempo que não sobra partição onde escrever',
    'no worker runs for so long that no partition is left to write to',
  ),
  on: 'light',
  heals: 'a worker is started, and makes them',
  lastsMs: 5_000,
  longestMs: 30_000,
  sees: /partition/,
  // Payments are in the moved partition.
  mix: { contests: 0 },
  async begin(fire) {
    const { workers, stage } = fire
    const { admin } = stage
    for (const worker of workers) await worker.kill()
    const { rows } = await admin.query<{ name: string; parent: string }>(
      `select child.relname as name, parent.name as parent from pg_inherits i join pg_class child on child.oid = i.inhrelid
       join month_partitioned_tables parent on to_regclass('eclusa.' || parent.name) = i.inhparent
       where right(child.relname, 7) >= to_char(now(), 'YYYY_MM')`,
    )
    // Its rows are moved aside and still counted.
    for (const { name, parent } of rows) {
      await admin.query(`alter table ${parent} detach partition ${name}`)
      await admin.query(`alter table ${name} rename to ${name}_aside`)
    }
    return async () => {
      await age(fire, '3 months')
      for (const worker of workers) await worker.start()
      const missing = `select 1 from unnest($1::text[]) name where to_regclass('eclusa.' || name) is null`
      const names = rows.map(({ name }) => name)
      await until(async () => (await admin.query(missing, [names])).rows.length === 0, 60_000)
      const client = await admin.connect()
      // They are moved back unchanged: no new number and no new event.
      await client.query('set session_replication_role = replica')
      for (const { name, parent } of rows) {
        await client.query(`insert into ${parent} select * from ${name}_aside`)
        await client.query(`drop table ${name}_aside`)
      }
      client.release(true)
    }
  },
}

export const faultsOfProcesses = [
  killed('apis', both('uma de duas APIs é morta', 'one of two APIs is killed')),
  killed('workers', both('um de dois workers é morto', 'one of two workers is killed')),
  told,
  rolling,
  awayForADay,
  awayForMonths,
]
