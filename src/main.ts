#!/usr/bin/env node
import { Command } from 'commander'
import { readSettings } from './base/config/settings.ts'
import { stopOnSignal } from './base/stop.ts'
import { addActivityCommands } from './commands/activity.ts'
import { addConfigCommands } from './commands/config.ts'
import { addCrossborderCommands } from './commands/crossborder.ts'
import { addInfractionCommands } from './commands/infractions.ts'
import { addJournalCommands } from './commands/journal.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addLivenessCommands } from './commands/liveness.ts'
import { addLoginCommands } from './commands/login.ts'
import { addMarkerCommands } from './commands/markers.ts'
import { addOnboardingCommands } from './commands/onboardings.ts'
import { addProductCommands } from './commands/products.ts'
import { addProposalCommands } from './commands/proposals.ts'
import { addRecoveryCommands } from './commands/recoveries.ts'
import { addRefundCommands } from './commands/refunds.ts'
import { addSecretCommands } from './commands/secrets.ts'
import { addTransactionCommands } from './commands/transactions.ts'
import { addUserCommands } from './commands/users.ts'
import { addWalletCommands } from './commands/wallets.ts'
import { addWebhookCommands } from './commands/webhooks.ts'
import { migrateSettings, readApiSettings, readDeskSettings, readWorkerSettings } from './settings.ts'

/** The one door: `eclusa api`, `eclusa worker`, `eclusa migrate`, and what an operator does by hand. */
const program = new Command('eclusa')
  .description('A self-hostable payments gateway for Brazil and cross-border clients.')
  .option('--json', 'print one line of JSON instead of columns')
  .option('--csv', 'print a table for a spreadsheet instead of columns')
  .showHelpAfterError()

program
  .command('api')
  .description('answer requests')
  .action(async () => {
    const settings = readApiSettings(process.env)
    const { runApi } = await import('./run-api.ts')
    const api = await runApi(settings)
    stopOnSignal(api.log, settings.STOP_TIMEOUT_SECONDS, () => api.stop())
  })

program
  .command('worker')
  .description('do the work behind the requests')
  .action(async () => {
    const settings = readWorkerSettings(process.env)
    const { runWorker } = await import('./worker.ts')
    const worker = await runWorker(settings)
    stopOnSignal(worker.log, settings.STOP_TIMEOUT_SECONDS, () => worker.stop())
  })

program
  .command('desk')
  .description('where people of the institution work, under their names')
  .action(async () => {
    const settings = readDeskSettings(process.env)
    const { runDesk } = await import('./run-desk.ts')
    const desk = await runDesk(settings)
    stopOnSignal(desk.log, settings.STOP_TIMEOUT_SECONDS, () => desk.stop())
  })

program
  .command('migrate')
  .description('bring the database to the schema of this version')
  .action(async () => {
    const { DATABASE_OWNER_URL, INSTALLATION } = readSettings(migrateSettings, process.env)
    const { runMigrations } = await import('./migrate.ts')
    await runMigrations(DATABASE_OWNER_URL, (line) => process.stdout.write(`${line}\n`), INSTALLATION)
  })

addConfigCommands(program)
addLoginCommands(program)
addProposalCommands(program)
addUserCommands(program)
addProductCommands(program)
addWalletCommands(program)
addKeyCommands(program)
addCrossborderCommands(program)
addActivityCommands(program)
addJournalCommands(program)
addTransactionCommands(program)
addRecoveryCommands(program)
addInfractionCommands(program)
addRefundCommands(program)
addMarkerCommands(program)
addOnboardingCommands(program)
addLivenessCommands(program)
addWebhookCommands(program)
addSecretCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
