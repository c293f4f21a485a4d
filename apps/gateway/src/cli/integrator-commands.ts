import type { Command } from 'commander'
import { addCallCommand } from './client/call.ts'
import { addSimulateCommands } from './client/simulate.ts'
import { addTailCommands } from './client/tails.ts'
import { addWebhookCommands } from './webhooks.ts'

/**
 * Commands for integrators, which call a gateway. They load no code of the gateway itself, so that they start quickly.
 */
export function addIntegratorCommands(program: Command): void {
  program.commandsGroup('Integrators, at a gateway (ECLUSA_URL):')
  addCallCommand(program)
  addTailCommands(program)
  addWebhookCommands(program)
  addSimulateCommands(program)
}
