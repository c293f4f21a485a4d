import Type from 'typebox'
import { record } from '../../../events/record.ts'
import { Uuid } from '../../../http/schema.ts'
import { runAsUser, type Tx } from '../../../http/transaction.ts'
import { job } from '../../../platform/jobs/job.ts'
import { crossborder } from '../events.ts'
import type { VerificationServices } from '../verification.ts'
import { applyClientVerdict, type Client, clientActivity } from './client.ts'
import { judgeByRules } from './client-rules.ts'
import { lockClient, saveVerdict } from './client-store.ts'

export interface ClientVerdict {
  status: 'ACTIVE' | 'REJECTED' | 'EXPIRED'
  source: string
  /** Recorded in the history: the analyst's reason, or the rules that decided. */
  metadata: { reason: string } | { checked: string[] }
}

/**
 * With `rules` a client becomes ACTIVE when it breaks no rule. An institution with further requirements decides
 * manually.
 */
export const verifyClient = job('verify-client', {
  data: Type.Object({ user_id: Uuid, client_id: Uuid }),
  retryLimit: 10,
  async run(services: VerificationServices, { user_id, client_id }, job_id) {
    if (services.settings.CROSSBORDER_VERIFICATION === 'manual') return
    await runAsUser(services, user_id, job_id, (tx) => decideClient(tx, client_id, (client) => byRules(client, tx.now)))
  },
})

function byRules(client: Client, now: Date): ClientVerdict {
  const { broken, applied } = judgeByRules(client, now)
  const reason = broken.map(({ code }) => code).join(', ')
  if (reason) return { status: 'REJECTED', source: 'rules', metadata: { reason } }
  return { status: 'ACTIVE', source: 'rules', metadata: { checked: applied } }
}

/** Records a verdict on a pending client. Returns undefined when no decision is due. */
export async function decideClient(
  tx: Tx,
  client_id: string,
  judge: (client: Client) => ClientVerdict,
  seen?: number,
): Promise<Client | undefined> {
  const stored = await lockClient(tx, client_id)
  if (!stored || (seen !== undefined && stored.version !== seen)) return undefined
  const { status, source, metadata } = judge(stored)
  const decided = applyClientVerdict(stored, status, tx.now)
  if (!decided) return undefined
  saveVerdict(tx, decided)
  const activity = clientActivity(decided, 'CLIENT_VERIFIED', { source, metadata })
  record(tx, crossborder.client.verified(decided), { activity })
  return decided
}
