import '@eclusa/simulators/redirect-stdout.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { seconds } from '@eclusa/testing/processes/gateway-environment.ts'
import { timed } from './copies.ts'
import { tryDumps } from './dump.ts'
import { startLoad } from './load.ts'
import { loseMachine } from './loss.ts'
import { tryMoment } from './moment.ts'
import { commands, installPrograms } from './pgbackrest.ts'
import { openBackedUp } from './stage.ts'

/**
 * Follows docs/guides/backup.md under load: callers write and upload, a full backup is taken, and copies are restored to
 * random times since, one after the other. Each is compared with the ledger of acknowledged writes, its files with the
 * store, and is verified and served. At last the machine is lost, and the gateway continues with the restored archive.
 *
 *   npm run drill -- restore [moments] [--rows <that are there before>]
 */
const { positionals, values } = parseArgs({
  options: { rows: { type: 'string', default: '0' } },
  allowPositionals: true,
})
const MOMENTS = Number(positionals[0] ?? 10)
const ROWS = Number(values.rows)

await drill(async (verdict) => {
  const { say, must } = verdict
  await installPrograms()
  const gateway = await openBackedUp(ROWS)
  const { admin, backups, files } = gateway
  const dumps = await tryDumps(gateway.server.adminUrl, gateway.name, gateway.database.owner)
  must(/row-level security/.test(dumps.owner ?? ''), `the owner dumps nothing, and is told so: ${dumps.owner}`)
  must(dumps.dumper === undefined, `gateway_dump dumps everything: ${dumps.dumper}`)

  const [api] = [await gateway.startApi(files), await gateway.startWorker(files)]
  const load = await startLoad(api.base_url, gateway.user)
  await pause(3_000)
  const backupMs = await timed(() => backups.run(commands.full))
  say(`a full backup under load took ${seconds(backupMs)}, with ${gateway.filled} rows of before: ${await sizes()}`)
  // pgBackRest chooses a backup by whole seconds.
  await pause(2_000)
  const { rows } = await admin.query<{ now: string }>('select clock_timestamp()::text as now')
  await pause(5_000)

  let good = 0
  for (let n = 0; n < MOMENTS; n += 1) {
    await pause(Math.random() * 3_000)
    if (await tryMoment(gateway, load, rows[0]!.now, verdict)) good += 1
  }
  say(`${good} of ${MOMENTS} moments: nothing missing, nothing after`)
  must(load.failed.length === 0, `no caller was refused meanwhile: ${load.failed.length} were, ${load.failed[0]}`)
  await loseMachine(gateway, load, verdict)
  await gateway.close()

  async function sizes(): Promise<string> {
    const told = JSON.parse(await backups.run(`${commands.info} --output=json`)) as Info
    const { size, repository } = told[0]!.backup.at(-1)!.info
    return `${megabytes(size)} of database are ${megabytes(repository.delta)} in the store`
  }
})

type Info = { backup: { info: { size: number; repository: { delta: number } } }[] }[]

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
