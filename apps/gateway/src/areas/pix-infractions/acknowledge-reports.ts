import type { Dict } from '../../partners/dict/dict.ts'
import {
  acknowledgeInfractionReport,
  getInfractionReport,
  type InfractionReport,
} from '../../partners/dict/infraction-reports.ts'
import { asParticipant } from '../../partners/dict/participants.ts'
import { hear, type WriteOutcome } from '../../partners/dict/resolve-outcome.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { type UntoldReport, unacknowledgedReports } from './cross-user-queries.ts'
import type { InfractionServices } from './infraction-services.ts'
import { postpone } from './postpone.ts'
import { keepReports } from './store-reports.ts'

/** The batch size of one round. The rest waits for the next round. */
const BATCH_MAX = 1_000
const AT_ONCE = 8

/**
 * Acknowledges stored reports at DICT. Only committed rows are acknowledged. A failed acknowledgement is repeated in
 * the next round, because the status in the row shows that it is pending, also after a crash. Failures are isolated: a
 * report that DICT no longer finds is postponed.
 */
export async function acknowledgeReports(services: InfractionServices, dict: Dict, job_id: string): Promise<number> {
  const { operator, clock, log } = services
  const waiting = await unacknowledgedReports(operator, clock.now(), BATCH_MAX)
  const fieldsOf = ({ report }: ReportAcknowledgement) => ({ user_id: report.user_id, name: report.id, job_id })
  let told = 0
  for (let start = 0; start < waiting.length; start += AT_ONCE) {
    const batch = waiting.slice(start, start + AT_ONCE)
    const heard = await Promise.all(batch.map((report) => acknowledge(dict, report)))
    await forEachIsolated(
      { log, event: 'infraction_not_acknowledged', fieldsOf },
      heard,
      async ({ report, heard: what }) => {
        if ('held' in what) {
          await keepReports(services, [what.held.infraction_report], job_id)
          told += 1
        } else if ('lost' in what) await postpone(services, report, what.lost, job_id)
      },
    )
    if (heard.some(({ heard: what }) => 'away' in what)) break
  }
  return told
}

interface ReportAcknowledgement {
  report: UntoldReport
  heard: WriteOutcome<{ infraction_report: InfractionReport }>
}

async function acknowledge(connection: Dict, report: UntoldReport): Promise<ReportAcknowledgement> {
  const dict = asParticipant(connection, report.participant)
  const told = await acknowledgeInfractionReport(dict, report.id)
  return { report, heard: await hear(told, () => getInfractionReport(dict, report.id)) }
}
