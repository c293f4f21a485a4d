import type { Dict } from '../../partners/dict/dict.ts'
import { acknowledgeInfractionReport, getInfractionReport } from '../../partners/dict/infraction-reports.ts'
import { unacknowledgedReports } from './across-users.ts'
import type { InfractionServices } from './infraction-services.ts'
import { keepReports } from './keep-reports.ts'

/** As many as one round tells; what is left waits for the next. */
const BATCH_MAX = 1_000
const AT_ONCE = 8

/**
 * Tells DICT that we have what we keep. Only what is durable is acknowledged, and what DICT did not hear of is told
 * again in the next round: the status in our store says which those are, whatever happened to the process meanwhile.
 */
export async function acknowledgeReports(services: InfractionServices, dict: Dict, job_id: string): Promise<number> {
  const waiting = await unacknowledgedReports(services.operator, BATCH_MAX)
  let told = 0
  let stopped = false
  for (let start = 0; start < waiting.length && !stopped; start += AT_ONCE) {
    const batch = waiting.slice(start, start + AT_ONCE)
    const heard = await Promise.all(batch.map(({ id }) => acknowledge(dict, id)))
    const reports = heard.filter((report) => report !== undefined)
    await keepReports(services, reports, job_id)
    told += reports.length
    stopped = reports.length === 0
  }
  return told
}

/** The report as DICT holds it afterwards; undefined when DICT could not be heard. */
async function acknowledge(dict: Dict, id: string) {
  const outcome = await acknowledgeInfractionReport(dict, id)
  if (outcome.outcome === 'done') return outcome.value.infraction_report
  if (outcome.outcome === 'not_done') return undefined
  // Refused because it was closed or taken back meanwhile, or perhaps done: DICT knows which.
  const asked = await getInfractionReport(dict, id)
  return asked.outcome === 'done' ? asked.value.infraction_report : undefined
}
