import type { Command } from 'commander'
import { verifyActivity } from '../areas/reports/verify-activity.ts'
import { readSettings } from '../platform/config/settings.ts'
import { auditorDatabaseSettings } from '../platform/db/settings.ts'
import { withPool } from './operator.ts'
import { show } from './show.ts'

export function addActivityCommands(program: Command): void {
  program
    .command('activity')
    .description('the history of clients')
    .command('verify')
    .description('walk the chain of every client and name the first entry that is not what was written')
    .action(async function (this: Command) {
      const { DATABASE_AUDITOR_URL } = readSettings(auditorDatabaseSettings, process.env)
      const { chains, broken } = await withPool(DATABASE_AUDITOR_URL, (db) =>
        verifyActivity(db, (walked) => void process.stderr.write(`\r${walked} chains walked`)),
      )
      process.stderr.write('\n')
      show(this, [{ chains, broken: broken.length }])
      if (broken.length === 0) return
      show(
        this,
        broken.map((entry) => ({ ...entry })),
      )
      process.exitCode = 1
    })
}
