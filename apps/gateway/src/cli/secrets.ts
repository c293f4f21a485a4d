import type { Command } from 'commander'
import { readSettings } from '../platform/config/settings.ts'
import { secretsSettings } from '../settings.ts'
import { withPool } from './operator.ts'
import { secretsLeft } from './pending-reencryption.ts'
import { show } from './show.ts'

export function addSecretCommands(program: Command): void {
  program
    .command('secrets')
    .description('the secrets in rotation, by the names of their keys')
    .command('status')
    .description('what is left under which key, and whether an older one can be removed')
    .action(async function (this: Command) {
      const { DATABASE_DESK_URL, ...texts } = readSettings(secretsSettings, process.env)
      const keys = await withPool(DATABASE_DESK_URL, (db) => secretsLeft(db, texts))
      show(
        this,
        keys.map((key) => ({ ...key })),
      )
      if (keys.some(({ place }) => place === 'not in the ring')) process.exitCode = 1
    })
}
