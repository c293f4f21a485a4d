#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { fail } from './cli/client/outcome.ts'
import { addIntegratorCommands } from './cli/integrator-commands.ts'

/** A reader such as `head` closes the pipe early, which is no failure of the command. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const version = () =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version

/** The entry point: the processes, the staff's commands, and the integrators' commands. */
const program = new Command('eclusa')
  .description('A self-hostable payments gateway for Brazil and cross-border clients.')
  .option('--json', 'print one line of JSON instead of columns')
  .option('--csv', 'print a table for a spreadsheet instead of columns')
  .version(version())
  .showHelpAfterError('(add --help for the options)')
  .exitOverride()

try {
  addIntegratorCommands(program)
  const word = process.argv.slice(2).find((one) => !one.startsWith('-'))
  // The other commands import much more code, so they are loaded only when one is used or when all are listed.
  if (!program.commands.some((command) => command.name() === word)) {
    const { addInstitutionCommands } = await import('./cli/backoffice-commands.ts')
    addInstitutionCommands(program)
  }
  await program.parseAsync()
} catch (error) {
  fail(error, program.opts())
}
