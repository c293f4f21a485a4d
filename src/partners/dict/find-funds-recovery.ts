import type { Dict } from './dict.ts'
import { type FundsRecovery, getFundsRecovery } from './funds-recoveries.ts'
import { listInfractionReports } from './infraction-reports.ts'
import type { Outcome } from './outcome.ts'

/** A bound on the work of one search. */
const PAGES_MAX = 50

export interface FundsRecoverySearch {
  root_transaction_id: string
  /** A moment before the recovery was asked for; less our clock's error. */
  created_after: string
}

/**
 * Finds the recovery of a payment of ours when the answer that carried its id was lost.
 *
 * DICT has no list of recoveries and no key of ours to ask by. But it opens a report for the root payment in the same
 * step, and the list of reports names both. The list may lag the write by seconds: `undefined` means "not listed", which
 * is proof of absence only if the list was asked that long after the recovery was known to be there. A list that cannot be
 * read to its end proves nothing, and is said not to have been read.
 */
export async function findFundsRecovery(
  dict: Dict,
  { root_transaction_id, created_after }: FundsRecoverySearch,
): Promise<Outcome<{ funds_recovery: FundsRecovery } | undefined>> {
  let modified_after = created_after
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const listed = await listInfractionReports(dict, { role: 'reporter', modified_after })
    if (listed.outcome !== 'done') return listed
    const { infraction_reports: reports, has_more_elements } = listed.value
    const found = reports.find((report) => report.transaction_id === root_transaction_id && report.funds_recovery_id)
    if (found?.funds_recovery_id) return getFundsRecovery(dict, found.funds_recovery_id)
    if (!has_more_elements) return { ...listed, value: undefined }
    const last = reports.at(-1)?.last_modified
    // A page full of one instant cannot be passed, for DICT gives no other way to continue.
    if (!last || last === modified_after) break
    modified_after = last
  }
  return { outcome: 'not_done', reason: 'NO_ANSWER_TO_BELIEVE', retryAfterMs: 60_000 }
}
