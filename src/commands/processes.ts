import type { Command } from 'commander'
import { readSettings } from '../base/config/settings.ts'
import { stopOnSignal } from '../base/stop.ts'
import { migrateSettings, readApiSettings, readDeskSettings, readWorkerSettings } from '../settings.ts'

/** What runs until it is stopped, and what has to have run before. */
export function addProcessCommands(program: Command): void {
  program
    .command('api')
    .description('answer requests')
    .action(async () => {
      const settings = readApiSettings(process.env)
      const { runApi } = await import('../run-api.ts')
      const api = await runApi(settings)
      stopOnSignal(api.log, settings.STOP_TIMEOUT_SECONDS, () => api.stop())
    })

  program
    .command('worker')
    .description('do the work behind the requests')
    .action(async () => {
      const settings = readWorkerSettings(process.env)
      const { runWorker } = await import('../worker.ts')
      const worker = await runWorker(settings)
      stopOnSignal(worker.log, settings.STOP_TIMEOUT_SECONDS, () => worker.stop())
    })

  program
    .command('desk')
    .description('where people of the institution work, under their names')
    .action(async () => {
      const settings = readDeskSettings(process.env)
      const { runDesk } = await import('../run-desk.ts')
      const desk = await runDesk(settings)
      stopOnSignal(desk.log, settings.STOP_TIMEOUT_SECONDS, () => desk.stop())
    })

  program
    .command('migrate')
    .description('bring the database to the schema of this version')
    .action(async () => {
      const { DATABASE_OWNER_URL, INSTALLATION } = readSettings(migrateSettings, process.env)
      const { runMigrations } = await import('../migrate.ts')
      await runMigrations(DATABASE_OWNER_URL, (line) => process.stdout.write(`${line}\n`), INSTALLATION)
    })
}
