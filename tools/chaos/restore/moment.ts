import type { DrillReport } from '@eclusa/testing/processes/drill-report.ts'
import { seconds, until } from '@eclusa/testing/processes/gateway-environment.ts'
import type pg from 'pg'
import { copyAt } from './copies.ts'
import { judge } from './judge.ts'
import type { Load } from './load.ts'
import type { BackedUp } from './stage.ts'
import { serveOnce, verify } from './try-out.ts'

const ARCHIVE_MS = 120_000
/** Checks of a copy without a worker. */
const OF_A_COPY = ['database', 'login', 'schema.migrations', 'schema.partitions', 'rights', 'store']

/** Restores a copy to a random time since `from`, and compares it with the ledger. Returns whether it is right. */
export async function tryMoment(gateway: BackedUp, load: Load, from: string, verdict: DrillReport): Promise<boolean> {
  const { admin, cluster, backups, objects, name, user, filled } = gateway
  const { say } = verdict
  let good = true
  const must = (holds: boolean, what: string) => {
    verdict.must(holds, what)
    good &&= holds
  }
  const moment = await chooseMoment(admin, from)
  // A server without a later commit cannot know that it has reached the target.
  await until(() => load.ledger.some(({ asked }) => asked > moment.ms), ARCHIVE_MS)
  const archivedMs = await archive(admin)
  must(archivedMs !== undefined, 'the log is archived')
  const copy = await copyAt(moment.text, cluster, backups)
  const found = await judge({ ...copy, name, user_id: user.user_id, filled }, load, moment.ms, objects, { must })
  must(found.before > 0 && found.after > 0, 'there were writes before it and after it, or this proves nothing')
  must(found.missing.length === 0, `nothing is missing: ${found.missing.length} of ${found.before} are`)
  must(found.later.length === 0, `nothing is there that was asked for later: ${found.later.length} are`)
  must(found.unasked.length === 0, `nothing is there that nobody asked for: ${found.unasked.length} are`)
  say(
    `${moment.text}: archived in ${seconds(archivedMs)}, restored in ${seconds(copy.restoredMs)}, recovered in ${seconds(copy.recoveredMs)}`,
  )
  say(
    `  ${found.before} acknowledged before, ${found.missing.length} missing; ${found.after} asked for later, ${found.later.length} there; ${found.underWay} under way; ${found.files} files, ${found.strays} objects of later`,
  )
  const { database, settings } = gateway.over(copy.adminUrl)
  say(`  ${await verify(database, settings, OF_A_COPY, { must })}`)
  const { account_id, ...sample } = found.sample
  await serveOnce(settings, user, { ...sample, path: load.paths.get(account_id)! }, { must })
  await copy.stop()
  return good
}

/** Draws a random time between `from` and now, by the clock of the server and with microseconds. */
async function chooseMoment(admin: pg.Pool, from: string): Promise<{ text: string; ms: number }> {
  const { rows } = await admin.query<{ text: string; ms: number }>(
    `select moment::text as text, extract(epoch from moment)::float8 * 1000 as ms
     from (select $1::timestamptz + random() * (clock_timestamp() - $1::timestamptz) as moment) chosen`,
    [from],
  )
  return rows[0]!
}

/** Archives the WAL now, without waiting for its minute. Returns how long that took. */
async function archive(admin: pg.Pool): Promise<number | undefined> {
  const { rows } = await admin.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  return until(async () => {
    const { rows: archived } = await admin.query<{ done: boolean }>(
      'select coalesce(last_archived_wal >= $1, false) as done from pg_stat_archiver',
      [rows[0]!.file],
    )
    return archived[0]!.done
  }, ARCHIVE_MS)
}
