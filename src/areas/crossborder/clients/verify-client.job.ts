import Type from 'typebox'
import { job } from '../../../base/jobs/job.ts'
import { record } from '../../../events/record.ts'
import { Uuid } from '../../../gate/schema.ts'
import { runForUser, type Tx } from '../../../gate/transaction.ts'
import { crossborder } from '../events.ts'
import type { VerificationServices } from '../verification.ts'
import { applyClientVerdict, type Client, clientActivity } from './client.ts'
import { lockClient, saveVerdict } from './client-store.ts'

export interface ClientVerdict {
  status: 'ACTIVE' | 'REJECTED' | 'EXPIRED'
  source: string
  reason: string
}

/** By `rules` a client is active once its data has the right shape; who needs to know a client better decides by hand. */
export const verifyClient = job('verify-client', {
  data: Type.Object({ user_id: Uuid, client_id: Uuid }),
  retryLimit: 10,
  async run(services: VerificationServices, { user_id, client_id }, job_id) {
    if (services.settings.CROSSBORDER_VERIFICATION === 'manual') return
    const verdict: ClientVerdict = { status: 'ACTIVE', source: 'rules', reason: 'EVERY_RULE_HOLDS' }
    await runForUser(services, user_id, job_id, (tx) => decideClient(tx, client_id, verdict))
  },
})

/** Puts a verdict on a pending client. Undefined when there is none to decide. */
export async function decideClient(
  tx: Tx,
  client_id: string,
  { status, source, reason }: ClientVerdict,
  seen?: number,
): Promise<Client | undefined> {
  const stored = await lockClient(tx, client_id)
  if (seen !== undefined && stored?.version !== seen) return undefined
  const decided = stored && applyClientVerdict(stored, status, tx.now)
  if (!decided) return undefined
  saveVerdict(tx, decided)
  const activity = clientActivity(decided, 'CLIENT_VERIFIED', { source, metadata: { reason } })
  record(tx, crossborder.client.verified(decided), { activity })
  return decided
}
