import type { Command } from 'commander'
import type { MigrationPlan } from '../migrate.ts'
import { readSettings } from '../platform/config/settings.ts'
import { migrateSettings } from '../settings.ts'
import { show } from './show.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Commands that must run before the processes of a version start. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the schema of this version')
    .option('--plan', 'list what would be done; change nothing')
    .action(async function (this: Command, { plan }: { plan?: true }) {
      const { DATABASE_OWNER_URL, INSTALLATION } = readSettings(migrateSettings, process.env)
      const { planMigrations, runMigrations } = await import('../migrate.ts')
      if (!plan) return runMigrations(DATABASE_OWNER_URL, say, INSTALLATION)
      showPlan(this, await planMigrations(DATABASE_OWNER_URL, INSTALLATION))
    })
}

function showPlan(command: Command, plan: MigrationPlan): void {
  const { json, csv } = command.optsWithGlobals<{ json?: boolean; csv?: boolean }>()
  if (json) return show(command, plan)
  if (csv)
    return show(
      command,
      plan.migrations.map((migration) => ({ migration })),
    )
  const { migrations, queues } = plan
  for (const migration of migrations) say(migration)
  say(`${migrations.length} migrations to apply, ${queues.length} queues to make${listed(queues)}; nothing was changed`)
}

const listed = (names: string[]) => (names.length === 0 ? '' : ` (${names.join(', ')})`)
