import type { Command } from 'commander'
import { show } from '../show.ts'
import { callByName } from './call.ts'
import { byName, connectGateway } from './connection.ts'
import { type CliOperation, findOperation, readContract, unknown } from './contract.ts'
import { lengthOf, timeOf } from './follow.ts'
import { printRecord } from './print.ts'

const SIMULATIONS = '/sandbox/simulations/'

/** The simulations of a test installation, by name, from the contract. */
export const simulations = (): (CliOperation & { short: string })[] =>
  readContract().operations.flatMap((one) =>
    one.path.startsWith(SIMULATIONS) ? [{ ...one, short: one.path.slice(SIMULATIONS.length) }] : [],
  )

export function findSimulation(short: string): CliOperation {
  const all = simulations()
  const found = all.find((one) => one.short === short)
  if (found) return found
  const names = all.map((one) => ({ name: one.short }))
  throw unknown('simulation', short, names, 'eclusa simulate lists them all')
}

/** Commands for simulations and for the clock of a test installation. */
export function addSimulateCommands(program: Command): void {
  program
    .command('simulate')
    .summary('at a test installation: make something come from outside; alone, lists what')
    .argument('[name]', 'what, such as payment-arrives; with --help, its options')
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .action(async function (this: Command, name: string | undefined) {
      if (name === undefined || name.startsWith('-'))
        return show(
          this,
          simulations().map(({ short, summary }) => ({ simulation: short, summary })),
        )
      await callByName(this, findSimulation(name), `eclusa simulate ${name}`, this.args.slice(1))
    })

  const clock = program
    .command('clock')
    .description('at a test installation: what time it is there')
    .action(async function (this: Command) {
      printRecord(this, (await byName(await connectGateway(), findOperation('getClock').name)()).data)
    })
  clock
    .command('advance')
    .description('let time pass now, and all that is due by then happen')
    .argument('<length or time>', 'such as 90s, 30m, 12h or 7d, or 2026-12-01T00:00:00Z')
    .action(async function (this: Command, text: string) {
      const ms = lengthOf(text)
      const body = ms === undefined ? { to: timeOf(text).toISOString() } : { seconds: ms / 1000 }
      printRecord(this, (await byName(await connectGateway(), findOperation('advanceClock').name)({ body })).data)
    })
}
