import type { InstallationGuard } from '../platform/db/installation-guard.ts'
import { unavailable } from './faults.ts'

/** Rejects every request while the database belongs to an installation of the other mode. The process is about to end. */
export function refuseMismatch({ installation }: { installation: Pick<InstallationGuard, 'mismatch'> }): void {
  if (installation.mismatch) throw unavailable({ headers: { 'retry-after': '2' } })
}
