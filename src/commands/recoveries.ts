import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { findDrawn } from '../areas/pix-fund-recovery/across-users.ts'
import { drawSvg } from '../areas/pix-fund-recovery/draw-svg.ts'
import { drawText } from '../areas/pix-fund-recovery/draw-text.ts'
import { asOperator, found } from './operator.ts'
import { show } from './show.ts'

export function addRecoveryCommands(program: Command): void {
  program
    .command('recoveries')
    .description('Pix fund recovery requests')
    .command('show')
    .description('draw the timeline of a recovery and the way the money took')
    .argument('<id>')
    .option('--svg <file>', 'write it as a picture instead')
    .action(async function (this: Command, id: string, { svg }: { svg?: string }) {
      const drawn = found(await asOperator((db) => findDrawn(db, id)), 'a recovery with this id')
      if (svg) {
        await writeFile(svg, drawSvg(drawn))
        show(this, { fund_recovery_request_id: id, svg })
      } else if (this.optsWithGlobals()['json']) show(this, { ...drawn })
      else process.stdout.write(drawText(drawn))
    })
}
