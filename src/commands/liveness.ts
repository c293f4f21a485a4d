import type { Command } from 'commander'
import { type AddressChange, changeAddress } from '../areas/onboarding/liveness/change-address.ts'
import { forOwner } from './onboardings.ts'
import { found } from './operator.ts'
import { show } from './show.ts'

/** For operators: ending the address of a liveness page. The new one is read through the API, by whoever may send it. */
export function addLivenessCommands(program: Command): void {
  const liveness = program.command('liveness').description('links of the liveness page')
  addChange(liveness, 'revoke', 'revoked', 'the link opens nothing any more')
  addChange(liveness, 'renew', 'renewed', 'the link is replaced by a new one, and its attempts begin anew')
}

function addChange(liveness: Command, name: string, what: AddressChange['what'], description: string): void {
  liveness
    .command(name)
    .description(description)
    .argument('<onboarding_id>')
    .option('--representative <legal_representative_id>', 'of a company: whose link')
    .requiredOption('--reason <text>', 'why')
    .requiredOption('--actor <name>', 'who decides')
    .action(async function (
      this: Command,
      onboarding_id: string,
      options: { representative?: string; reason: string; actor: string },
    ) {
      const [reason, actor] = [options.reason.trim(), options.actor.trim()]
      if (!reason || !actor) throw new Error('this needs a reason and somebody who takes it')
      const legal_representative_id = options.representative ?? null
      const act = { operation: `liveness ${name}`, id: onboarding_id, reason }
      const change = { onboarding_id, legal_representative_id, what, actor, reason }
      const { user_id, result } = await forOwner(act, (tx) => changeAddress(tx, change))
      const { id: liveness_id, generation } = found(result, 'a link that waits for this person')
      show(this, { user_id, onboarding_id, liveness_id, generation, what })
    })
}
