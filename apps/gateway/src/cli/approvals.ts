import type { Command } from 'commander'
import { callDesk, doAtDesk, listAtDesk, readDesk } from './backoffice.ts'
import type { ResponseBody } from './gateway.ts'
import { show } from './show.ts'

/** For approvers: pending proposals, their changes, and the decision. */
export function addProposalCommands(program: Command): void {
  const proposals = program.command('proposals').description('decisions that wait for a second person')

  proposals
    .command('list')
    .description('what lapses first before the rest')
    .option('--status <status>', 'APPROVED, DECLINED, WITHDRAWN, STALE or LAPSED instead of what waits')
    .option('--decision <kind>', 'of this kind only')
    .action(async function (this: Command, filters: { status?: string; decision?: string }) {
      show(this, (await listAtDesk('/v1/proposals', filters)).map(inColumns))
    })

  proposals
    .command('show')
    .description('what is proposed, by whom, and what it would change now')
    .argument('<proposal_id>')
    .action(async function (this: Command, id: string) {
      show(this, await readDesk(`/v1/proposals/${id}`))
    })

  proposals
    .command('approve')
    .description('approve a request and carry it out; users cannot approve their own requests')
    .argument('<proposal_id>')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, id: string, reasoned: { reason: string }) {
      const { body } = await callDesk('POST', `/v1/proposals/${id}/approve`, reasoned)
      show(this, { ...inColumns(body['proposal'] as ResponseBody), result: body['result'] })
    })

  for (const [verb, description] of [
    ['decline', 'end it without carrying it out'],
    ['withdraw', 'take back what you proposed'],
  ] as const)
    proposals
      .command(verb)
      .description(description)
      .argument('<proposal_id>')
      .requiredOption('--reason <text>', 'why')
      .action(async function (this: Command, id: string, reasoned: { reason: string }) {
        await doAtDesk(this, `/v1/proposals/${id}/${verb}`, reasoned, inColumns)
      })
}

const inColumns = ({ id, operation, subject_type, subject_id, status, proposed_by_name, lapses_at }: ResponseBody) => ({
  proposal_id: id,
  operation,
  subject: `${String(subject_type)} ${String(subject_id)}`,
  status,
  proposed_by: proposed_by_name,
  lapses_at,
})
