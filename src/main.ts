#!/usr/bin/env node
import { Command } from 'commander'
import { fail } from './commands/integrate/outcome.ts'
import { addIntegratorCommands } from './commands/of-integrators.ts'

/** The one door: the processes, what people of the institution do by hand, and what integrators do from a terminal. */
const program = new Command('eclusa')
  .description('A self-hostable payments gateway for Brazil and cross-border clients.')
  .option('--json', 'print one line of JSON instead of columns')
  .option('--csv', 'print a table for a spreadsheet instead of columns')
  .showHelpAfterError('(add --help for what there is to say)')
  .exitOverride()

try {
  addIntegratorCommands(program)
  const word = process.argv.slice(2).find((one) => !one.startsWith('-'))
  // The rest brings half of the house with it, and is loaded when it is meant or when all is listed.
  if (!program.commands.some((command) => command.name() === word)) {
    const { addInstitutionCommands } = await import('./commands/of-institution.ts')
    addInstitutionCommands(program)
  }
  await program.parseAsync()
} catch (error) {
  fail(error, program.opts())
}
