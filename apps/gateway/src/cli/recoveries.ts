import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { RecoveryDrawing } from '../areas/pix-fund-recovery/graph-drawing.ts'
import { drawSvg } from '../areas/pix-fund-recovery/render-svg.ts'
import { drawText } from '../areas/pix-fund-recovery/render-text.ts'
import { readDesk } from './backoffice.ts'
import type { ResponseBody } from './gateway.ts'
import { show } from './show.ts'

export function addRecoveryCommands(program: Command): void {
  program
    .command('recoveries')
    .description('Pix fund recovery requests')
    .command('show')
    .description('draw the timeline of a recovery and the way the money took')
    .argument('<id>')
    .requiredOption('--user <user_id>', 'whose it is')
    .option('--svg <file>', 'write it as a picture instead')
    .action(async function (this: Command, id: string, { user, svg }: { user: string; svg?: string }) {
      const looked = (await readDesk(`/v1/recoveries/${id}?user_id=${user}`)) as ResponseBody & RecoveryDrawing
      if (svg) {
        await writeFile(svg, drawSvg(looked))
        show(this, { fund_recovery_request_id: id, svg })
      } else if (this.optsWithGlobals()['json']) show(this, looked)
      else process.stdout.write(drawText(looked))
    })
}
