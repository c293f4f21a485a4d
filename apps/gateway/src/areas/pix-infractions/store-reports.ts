import type pg from 'pg'
import { record } from '../../events/record.ts'
import { runAsUser, type Tx } from '../../http/transaction.ts'
import type { InfractionReport } from '../../partners/dict/infraction-reports.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { type Contested, findContested } from '../transactions/find-contested.ts'
import { applyReport, isIncoming, newNotification } from './apply-report.ts'
import { knownReports } from './cross-user-queries.ts'
import { pix } from './events.ts'
import type { InfractionServices } from './infraction-services.ts'
import { insertNotification, lockNotification, saveNotification } from './notification-store.ts'
import { keepUnclaimed } from './unmatched-reports.ts'

/**
 * Stores DICT's reports, each with the user it concerns. DICT may deliver the same report twice, late, and in any
 * order: one that is no newer than the stored one changes nothing and emits no event. Failures are isolated and thrown at
 * the end, so that the caller does not continue as if all were stored.
 */
export async function keepReports(
  services: InfractionServices,
  told: InfractionReport[],
  job_id: string,
): Promise<void> {
  const { operator, settings, log } = services
  const known = await knownReports(
    operator,
    told.map(({ id }) => id),
  )
  const reports = told.filter(({ id, last_modified }) => (known.get(id)?.reported_at ?? '') < last_modified)
  const contested = await contestedBy(
    operator,
    reports.filter(({ id }) => !known.has(id)),
  )
  const fieldsOf = ({ id }: InfractionReport) => ({ name: id, job_id })
  const failure = await forEachIsolated(
    { log, event: 'infraction_report_not_kept', fieldsOf },
    reports,
    async (report) => {
      const found = contested.get(report.id)
      const user_id = known.get(report.id)?.user_id ?? found?.user_id
      if (user_id === undefined) await keepUnclaimed(operator, report)
      else await runAsUser(services, user_id, job_id, (tx) => keepReport(tx, settings, report, found))
    },
  )
  if (failure) throw failure
}

async function keepReport(
  tx: Tx,
  settings: InfractionServices['settings'],
  report: InfractionReport,
  found: Contested | undefined,
): Promise<void> {
  const stored = await lockNotification(tx, report.id)
  if (stored) {
    const changed = applyReport(stored, report, tx.now)
    if (!changed) return
    saveNotification(tx, changed.notification)
    if (changed.happening) record(tx, changed.happening)
  } else if (found) {
    const notification = newNotification(report, found, settings, tx.now)
    if (await insertNotification(tx, notification)) record(tx, pix.infraction_notification.received(notification))
  }
}

/**
 * Finds the transaction that each report contests. A payment between two of our users has two records: a refund
 * request concerns the receiver of the payment, and a contested refund concerns the receiver of the refund.
 */
async function contestedBy(operator: pg.Pool, reports: InfractionReport[]): Promise<Map<string, Contested>> {
  const found = await findContested(
    operator,
    reports.map(({ transaction_id }) => transaction_id),
  )
  return new Map(
    reports.flatMap((report) => {
      const records = found.filter(({ end_to_end_id }) => end_to_end_id === report.transaction_id)
      const asked = records.find(({ type }) => isIncoming(type) === (report.reason !== 'REFUND_CANCELLED'))
      const contested = asked ?? records[0]
      return contested ? [[report.id, contested] as const] : []
    }),
  )
}
