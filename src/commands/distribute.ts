import { type Command, Option } from 'commander'
import { readSettings } from '../base/config/settings.ts'
import { ownerDatabaseSettings } from '../base/db/settings.ts'
import { asColumns, show } from './show.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** For who outgrew one server. */
export function addDistributeCommand(program: Command): void {
  program
    .command('distribute')
    .description('cut the records by user over the nodes of a Citus cluster; run it again after every migrate')
    .addOption(
      new Option(
        '--rebalance',
        'give every node its share, while it runs: after one was added, or is to be emptied',
      ).conflicts(['plan', 'shards']),
    )
    .option('--plan', 'say which nodes and which tables with how many rows; change nothing')
    .option('--shards <count>', 'into how many pieces, said the first time', Number)
    .action(async function (this: Command, options: { rebalance?: true; plan?: true; shards?: number }) {
      const { rebalance: isRebalance, plan, shards } = options
      const { DATABASE_OWNER_URL } = readSettings(ownerDatabaseSettings, process.env)
      if (isRebalance) {
        const { rebalance } = await import('../base/db/distribute/rebalance.ts')
        return rebalance(DATABASE_OWNER_URL, say)
      }
      const { distribute, planDistribution } = await import('../base/db/distribute/distribute.ts')
      if (!plan) return distribute(DATABASE_OWNER_URL, say, shards)
      const { nodes, tables } = await planDistribution(DATABASE_OWNER_URL)
      const { json, csv } = this.optsWithGlobals<{ json?: boolean; csv?: boolean }>()
      if (json) return show(this, { nodes, tables })
      if (csv) return show(this, tables)
      if (tables.length > 0) say(asColumns(tables))
      say(`${tables.length} tables to cut over ${nodes.length} nodes (${nodes.join(', ')}); nothing was changed`)
    })
}
