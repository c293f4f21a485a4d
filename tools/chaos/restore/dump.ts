import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { asAdmin, withDatabase } from '@eclusa/simulators/database.ts'

const PG_DUMP = '/usr/lib/postgresql/15/bin/pg_dump'

/** The result of a logical dump by a login: undefined, or the error. */
async function dumpAs(url: string): Promise<string | undefined> {
  const words = ['--format=custom', '--no-sync', '--file=/dev/null', `--dbname=${url}`]
  return promisify(execFile)(PG_DUMP, words).then(
    () => undefined,
    (error: Error & { stderr: string }) => error.stderr,
  )
}

/** As the owner of the schema, whom forced row-level security applies to; and as the page's login, which bypasses it. */
export async function tryDumps(adminUrl: string, name: string, ownerUrl: string) {
  await asAdmin(adminUrl, (admin) =>
    admin.query(`create role gateway_dump login password 'drill' bypassrls in role pg_read_all_data`),
  )
  const dumper = new URL(withDatabase(adminUrl, name))
  Object.assign(dumper, { username: 'gateway_dump', password: 'drill' })
  return { owner: await dumpAs(ownerUrl), dumper: await dumpAs(dumper.href) }
}
