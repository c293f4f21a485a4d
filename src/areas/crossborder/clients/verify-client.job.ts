import type { Clock } from '../../../base/clock.ts'
import type { Job } from '../../../base/jobs/job.ts'
import { record } from '../../../events/record.ts'
import { type Ground, runForUser, type Tx } from '../../../gate/transaction.ts'
import { VERIFY_CLIENT, type VerificationMode } from '../verification.ts'
import { applyClientVerdict, type Client, clientVerified } from './client.ts'
import { lockClient, saveClient } from './client-store.ts'

export interface ClientVerdict {
  status: 'ACTIVE' | 'REJECTED' | 'EXPIRED'
  source: string
  reason: string
}

/** By `rules` a client is active once its data has the right shape; who needs to know a client better decides by hand. */
export function verifyClient(ground: Ground, clock: Clock, mode: VerificationMode): Job {
  return {
    name: VERIFY_CLIENT,
    retryLimit: 10,
    async run(data, job_id) {
      if (mode === 'manual') return
      const { user_id, client_id } = data as { user_id: string; client_id: string }
      const verdict: ClientVerdict = { status: 'ACTIVE', source: 'rules', reason: 'every rule holds' }
      await runForUser(ground, user_id, job_id, clock.now(), (tx) => decideClient(tx, client_id, verdict))
    },
  }
}

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
  saveClient(tx, decided)
  record(tx, clientVerified(decided, source, reason))
  return decided
}
