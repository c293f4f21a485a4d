import type { Command } from 'commander'
import { doAtDesk } from './backoffice.ts'

/** For operators: revoking the link of a liveness page. The integrator reads the new one through the API. */
export function addLivenessCommands(program: Command): void {
  const liveness = program.command('liveness').description('links of the liveness page')
  addChange(liveness, 'revoke', 'the link opens nothing any more')
  addChange(liveness, 'renew', 'replace the link with a new one, with new attempts')
}

function addChange(liveness: Command, verb: 'revoke' | 'renew', description: string): void {
  liveness
    .command(verb)
    .description(description)
    .argument('<onboarding_id>')
    .option('--representative <legal_representative_id>', 'of a company: whose link')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, id: string, options: { representative?: string; reason: string }) {
      const { representative, reason } = options
      const whose = representative === undefined ? {} : { legal_representative_id: representative }
      await doAtDesk(this, `/v1/onboardings/${id}/liveness/${verb}`, { ...whose, reason })
    })
}
