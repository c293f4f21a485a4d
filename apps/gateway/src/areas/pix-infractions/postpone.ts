import { runAsUser } from '../../http/transaction.ts'
import type { UntoldReport } from './cross-user-queries.ts'
import type { InfractionServices } from './infraction-services.ts'
import { postponeNotification } from './notification-store.ts'
import { postponeUnclaimed } from './unmatched-reports.ts'

const PAUSE_MS = 5 * 60_000

/** Postpones a row that DICT rejected, so that other rows are processed before the next attempt. */
export async function postpone(
  services: InfractionServices,
  { user_id, id }: Pick<UntoldReport, 'user_id' | 'id'>,
  reason: string,
  job_id: string,
): Promise<void> {
  const { operator, clock, log } = services
  log.warn('infraction_not_told', { user_id, name: id, reason, job_id })
  const until = new Date(clock.now().getTime() + PAUSE_MS)
  if (user_id === null) await postponeUnclaimed(operator, id, until)
  else await runAsUser(services, user_id, job_id, async (tx) => postponeNotification(tx, id, until))
}
