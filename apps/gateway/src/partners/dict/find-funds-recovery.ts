import type { Dict } from './dict.ts'
import { type FundsRecovery, getFundsRecovery } from './funds-recoveries.ts'
import { listInfractionReports } from './infraction-reports.ts'
import type { Outcome } from './outcome.ts'

/** The page limit of one search. */
const PAGES_MAX = 50

export interface FundsRecoverySearch {
  root_transaction_id: string
  /** Slightly before the recovery was requested, to allow for clock differences. */
  created_after: string
}

/**
 * Finds the recovery of one of our payments when the response with its id was lost.
 * DICT has no list of recoveries and no key of ours to query by. But it creates a report for the root payment in the
 * same step, and the list of reports contains both ids. The list may lag the write by seconds: `undefined` means "not
 * listed". It proves absence only if the list was read long enough after the recovery was known to exist. A list that
 * cannot be read to its end counts as not read.
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
    // A page full of one instant cannot be passed, because DICT has no other way to continue.
    if (!last || last === modified_after) break
    modified_after = last
  }
  return { outcome: 'not_done', reason: 'NO_ANSWER_TO_BELIEVE', retryAfterMs: 60_000 }
}
