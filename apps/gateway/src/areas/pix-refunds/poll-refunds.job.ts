import type { Dict } from '../../partners/dict/dict.ts'
import { alone, LIST_LAG_MS, readCursor, saveCursor } from '../../partners/dict/list-cursor.ts'
import { listRefunds } from '../../partners/dict/refunds.ts'
import { job } from '../../platform/jobs/job.ts'
import type { RefundServices } from './refund-services.ts'
import { keepRefunds } from './store-refunds.ts'
import { claimable, forgetClaimed } from './unmatched-refunds.ts'

const CLAIMS_MAX = 500

/** Polls DICT for refunds that other institutions request, and stores them. */
export const pollRefunds = job('poll-refunds', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: RefundServices, _, job_id) {
    const { dict, operator } = services
    if (!dict) return
    await alone(operator, 'poll-refunds', async () => {
      await resumePolling(services, dict, job_id)
      const claimed = await claimable(operator, CLAIMS_MAX)
      await keepRefunds(services, claimed, job_id)
      await forgetClaimed(
        operator,
        claimed.map(({ id }) => id),
      )
    })
  },
})

/**
 * Resumes the list at the saved position, page by page with DICT's cursor, until its end or until the rate limit is
 * used up. The position is saved only when everything before it is committed, and it is always older than the list's
 * delay. Rereading changes nothing.
 */
async function resumePolling(services: RefundServices, dict: Dict, job_id: string): Promise<void> {
  const { operator, clock, log } = services
  const modified_after = await readCursor(operator, 'refunds', clock.now())
  for (let cursor: string | undefined; ; ) {
    const query = { participant_role: 'CONTESTED', modified_after, ...(cursor && { cursor }) } as const
    const listed = await listRefunds(dict, query)
    if (listed.outcome !== 'done') {
      log.warn('refund_list_not_read', { reason: listed.outcome === 'refused' ? listed.type : listed.reason })
      return
    }
    const { refunds, has_more_elements, next_cursor } = listed.value
    await keepRefunds(services, refunds, job_id)
    const last = refunds.at(-1)?.last_modified
    const listedUntil = new Date(clock.now().getTime() - LIST_LAG_MS).toISOString()
    if (last !== undefined) await saveCursor(operator, 'refunds', last < listedUntil ? last : listedUntil)
    if (!has_more_elements || next_cursor === undefined || next_cursor === cursor) return
    cursor = next_cursor
  }
}
