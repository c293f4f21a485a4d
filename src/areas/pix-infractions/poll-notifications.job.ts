import { job } from '../../base/jobs/job.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { listInfractionReports } from '../../partners/dict/infraction-reports.ts'
import { alone, LIST_LAG_MS, readCursor, saveCursor } from '../../partners/dict/list-cursor.ts'
import type { InfractionReportStatus } from '../../partners/dict/values.ts'
import { acknowledgeReports } from './acknowledge-reports.ts'
import type { InfractionServices } from './infraction-services.ts'
import { keepReports } from './keep-reports.ts'
import { claimable, forgetClaimed } from './unclaimed-reports.ts'

/** Of DICT's forty lists a minute, for one round. What is left waits for the next one. */
const PAGES_MAX = 20
const CLAIMS_MAX = 500

/** Asks DICT what banks report about payments of our users, keeps it, and says that we have it. */
export const pollNotifications = job('poll-notifications', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: InfractionServices, _, job_id) {
    const { dict, operator } = services
    if (!dict) return
    await alone(operator, 'poll-notifications', async () => {
      await readOn(services, dict, job_id)
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
 * Reads the list from where it was left. DICT gives no cursor but the time of each change, from which on the list is
 * given again: so the place is saved only once everything before it is durable, it is never younger than the lag of the
 * list, and what is read again changes nothing.
 */
async function readOn(services: InfractionServices, dict: Dict, job_id: string): Promise<void> {
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
 * More reports of one instant than a page holds: asking again gives the same page. What is acknowledged moves to a later
 * instant, so the new ones are taken page by page out of this one; of the others, which we acknowledged or which were
 * taken back, a page of each is read before we go on. Undefined when DICT has to be given a rest first.
 */
async function pass(
  services: InfractionServices,
  dict: Dict,
  instant: string,
  job_id: string,
): Promise<string | undefined> {
  /** Keeps a page and says whether there is more; undefined when DICT was not heard. */
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
