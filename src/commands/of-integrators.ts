import type { Command } from 'commander'
import { addCallCommand } from './integrate/call.ts'
import { addSimulateCommands } from './integrate/simulate.ts'
import { addTailCommands } from './integrate/tails.ts'
import { addWebhookCommands } from './webhooks.ts'

/** What is done from the outside, through a gateway. Nothing of the gateway itself is loaded for it: it is to be quick. */
export function addIntegratorCommands(program: Command): void {
  program.commandsGroup('Integrators, at a gateway (ECLUSA_URL):')
  addCallCommand(program)
  addTailCommands(program)
  addWebhookCommands(program)
  addSimulateCommands(program)
}
