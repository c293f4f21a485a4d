import type { Dict } from '../../partners/dict/dict.ts'
import type { InfractionReportStatus } from '../../partners/dict/enums.ts'
import { listInfractionReports } from '../../partners/dict/infraction-reports.ts'
import { alone, LIST_LAG_MS, readCursor, saveCursor } from '../../partners/dict/list-cursor.ts'
import { job } from '../../platform/jobs/job.ts'
import { acknowledgeReports } from './acknowledge-reports.ts'
import type { InfractionServices } from './infraction-services.ts'
import { keepReports } from './store-reports.ts'
import { claimable, forgetClaimed } from './unmatched-reports.ts'

/** Pages per round, out of DICT's limit of forty list calls a minute. The rest waits for the next round. */
const PAGES_MAX = 20
const CLAIMS_MAX = 500

/** Polls DICT for reports about payments of our users, stores them, and acknowledges them. */
export const pollNotifications = job('poll-notifications', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: InfractionServices, _, job_id) {
    const { dict, operator } = services
    if (!dict) return
    await alone(operator, 'poll-notifications', async () => {
      await resumePolling(services, dict, job_id)
      const claimed = await claimable(operator, CLAIMS_MAX)
      await keepReports(services, claimed, job_id)
      await forgetClaimed(
        operator,
        claimed.map(({ id }) => id),
      )
      await acknowledgeReports(services, dict, job_id)
    })
  },
})

/**
 * Resumes the list at the saved position. DICT's list has no cursor except the time of each change. So the position is
 * saved only when everything before it is committed, and it is always older than the list's delay. Rereading changes
 * nothing.
 */
async function resumePolling(services: InfractionServices, dict: Dict, job_id: string): Promise<void> {
  const { operator, clock, log } = services
  let from = await readCursor(operator, 'infraction-reports', clock.now())
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const listed = await listInfractionReports(dict, { role: 'counterparty', modified_after: from })
    if (listed.outcome !== 'done') {
      log.warn('infraction_list_not_read', { reason: listed.outcome === 'refused' ? listed.type : listed.reason })
      return
    }
    const { infraction_reports: reports, has_more_elements } = listed.value
    await keepReports(services, reports, job_id)
    const last = reports.at(-1)?.last_modified
    if (last === undefined) return
    const listedUntil = new Date(clock.now().getTime() - LIST_LAG_MS).toISOString()
    await saveCursor(operator, 'infraction-reports', last < listedUntil ? last : listedUntil)
    if (!has_more_elements) return
    const next = last === from ? await pass(services, dict, from, job_id) : last
    if (next === undefined) return
    from = next
  }
}

/**
 * Reads more reports of one instant than fit in a page, where the same query would return the same page. An
 * acknowledgement changes a report's time, so new reports leave this instant page by page. For acknowledged and
 * withdrawn ones, one page each is read before the position moves on. Returns undefined when DICT's rate limit
 * requires a pause.
 */
async function pass(
  services: InfractionServices,
  dict: Dict,
  instant: string,
  job_id: string,
): Promise<string | undefined> {
  /** Stores a page, and returns whether there are more; undefined when DICT did not respond. */
  const page = async (status: InfractionReportStatus): Promise<boolean | undefined> => {
    const at = { modified_after: instant, modified_before: instant }
    const listed = await listInfractionReports(dict, { role: 'counterparty', status: [status], ...at })
    if (listed.outcome !== 'done') return undefined
    await keepReports(services, listed.value.infraction_reports, job_id)
    return listed.value.has_more_elements
  }
  for (let more = await page('OPEN'); more !== false; more = await page('OPEN')) {
    if (more === undefined || (await acknowledgeReports(services, dict, job_id)) === 0) return undefined
  }
  for (const status of ['ACKNOWLEDGED', 'CLOSED', 'CANCELLED'] as const) {
    if ((await page(status)) === undefined) return undefined
  }
  return new Date(Date.parse(instant) + 1).toISOString()
}
