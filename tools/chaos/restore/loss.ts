import type { DrillReport } from '@eclusa/testing/processes/drill-report.ts'
import { seconds, until } from '@eclusa/testing/processes/gateway-environment.ts'
import { restoreNewest } from './copies.ts'
import { judge } from './judge.ts'
import type { Load } from './load.ts'
import { commands } from './pgbackrest.ts'
import type { BackedUp } from './stage.ts'
import { serveOnce, verify } from './try-out.ts'

/** WAL is archived once it is a minute old, and the upload takes time. */
const LOSS_MAX_MS = 90_000
const BACK_MS = 60_000
const IN_SERVICE = ['database', 'login', 'schema', 'rights', 'clock.database', 'worker', 'queues', 'store']

/**
 * The machine of the database is lost with everything not archived. The archive is restored in its place, and the gateway,
 * which was never stopped, continues with it. The losses are counted: there is no replica here.
 */
export async function loseMachine(gateway: BackedUp, load: Load, { say, must }: DrillReport): Promise<void> {
  const { server, cluster, backups, options, port, objects, name, user, filled } = gateway
  await load.stop()
  await server.kill()
  const lostAt = Date.now()
  const restored = await restoreNewest(cluster, backups, options, port)
  const found = await judge({ ...restored, name, user_id: user.user_id, filled }, load, lostAt, objects, { must })
  const oldest = Math.min(
    lostAt,
    ...load.ledger.filter(({ leaves }) => found.missing.includes(leaves)).map(({ acknowledged }) => acknowledged),
  )
  say(
    `the machine is lost: restored in ${seconds(restored.restoredMs)}, recovered in ${seconds(restored.recoveredMs)}; ${found.missing.length} of ${found.before} writes are lost, the oldest ${seconds(lostAt - oldest)} old`,
  )
  must(lostAt - oldest < LOSS_MAX_MS, `no more is lost than ${seconds(LOSS_MAX_MS)}`)
  must(found.unasked.length === 0, `nothing is there that nobody asked for: ${found.unasked.length} are`)
  const { database, settings } = gateway.over(restored.adminUrl)
  const back = await until(
    async () => (await gateway.admin.query(workers).catch(() => undefined))?.rowCount === 1,
    BACK_MS,
  )
  must(back !== undefined, 'the worker is back by itself')
  say(`  ${await verify(database, settings, IN_SERVICE, { must })}`)
  const { account_id, ...sample } = found.sample
  await serveOnce(settings, user, { ...sample, path: load.paths.get(account_id)! }, { must })
  await backups.run(commands.check)
  say('  it archives again: pgbackrest check')
  await restored.stop()
}

const workers = `select from pg_stat_activity where application_name = 'eclusa-worker-queue' limit 1`
