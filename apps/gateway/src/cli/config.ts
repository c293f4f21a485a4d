import type { Command } from 'commander'
import { reportSettings } from '../platform/config/settings.ts'
import {
  apiSettings,
  deskProcessSettings,
  journalSettings,
  keySettings,
  migrateSettings,
  secretsSettings,
  workerSettings,
} from '../settings.ts'
import { deskClientSettings } from './backoffice.ts'
import { gatewaySettings } from './gateway.ts'
import { loginSettings } from './login.ts'
import { show } from './show.ts'

const groups = {
  api: apiSettings,
  worker: workerSettings,
  desk: deskProcessSettings,
  migrate: migrateSettings,
  commands: deskClientSettings,
  gateway: gatewaySettings,
  login: loginSettings,
  keys: keySettings,
  journal: journalSettings,
  secrets: secretsSettings,
}

export function addConfigCommands(program: Command): void {
  program
    .command('config')
    .description('the configuration, as this machine sees it')
    .command('check')
    .description('print each setting, where it came from, secrets redacted')
    .argument('[command]', `for which command: ${Object.keys(groups).join(', ')}`, 'api')
    .action(function (this: Command, name: string) {
      const settings = groups[name as keyof typeof groups]
      if (!settings) throw new Error(`there is no such command: choose one of ${Object.keys(groups).join(', ')}`)
      const reports = reportSettings(settings, process.env)
      show(
        this,
        reports.map(({ name, origin, value, problem }) => ({ setting: name, origin, value, problem: problem ?? '' })),
      )
      if (reports.some(({ problem }) => problem)) process.exitCode = 1
    })
}
