import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { drawSvg } from '../areas/pix-fund-recovery/draw-svg.ts'
import { drawText } from '../areas/pix-fund-recovery/draw-text.ts'
import type { Drawn } from '../areas/pix-fund-recovery/drawing.ts'
import type { TrackingGraph } from '../partners/dict/tracking-graph.ts'
import { asOperator, found, show } from './operator.ts'

export function addRecoveryCommands(program: Command): void {
  program
    .command('recoveries')
    .description('Pix fund recovery requests')
    .command('show')
    .description('draw the timeline of a recovery and the way the money took')
    .argument('<id>')
    .option('--svg <file>', 'write it as a picture instead')
    .action(async function (this: Command, id: string, { svg }: { svg?: string }) {
      const drawn = await readRecovery(id)
      if (svg) {
        await writeFile(svg, drawSvg(drawn))
        show(this, { fund_recovery_request_id: id, svg })
      } else if (this.optsWithGlobals()['json']) show(this, { ...drawn })
      else process.stdout.write(drawText(drawn))
    })
}

async function readRecovery(id: string): Promise<Drawn> {
  return asOperator(async (db) => {
    const { rows } = await db.query<Drawn['request'] & { user_id: string; tracking_graph: TrackingGraph | null }>(
      `select user_id, id, status, dict_status, transaction_amount, refund_total_amount, end_to_end_id, refunds,
         tracking_graph
       from fund_recovery_requests where id = $1`,
      [id],
    )
    const {
      user_id,
      tracking_graph: graph,
      ...request
    } = found(rows, 'a recovery with this id') as (typeof rows)[number]
    const { rows: timeline } = await db.query<Drawn['timeline'][number]>(
      `select split_part(type, '.', 3) as what, created_at as at from events
       where user_id = $1 and object_id = $2 order by sequence`,
      [user_id, id],
    )
    return { request, timeline, graph }
  })
}
