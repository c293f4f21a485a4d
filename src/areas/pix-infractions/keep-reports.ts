import { record } from '../../events/record.ts'
import { runForUser, type Tx } from '../../gate/transaction.ts'
import type { InfractionReport } from '../../partners/dict/infraction-reports.ts'
import { type Contested, findContested } from '../transactions/find-contested.ts'
import type { Desk } from './desk.ts'
import { applyReport, happened, isIncoming, newNotification } from './notification.ts'
import { insertNotification, lockNotification, saveNotification } from './notification-store.ts'
import { keepUnclaimed } from './unclaimed-reports.ts'

/**
 * Keeps what DICT says, each report with the user it concerns. It may be told the same twice, late, and in any order:
 * what is known already changes nothing and is told to nobody again.
 */
export async function keepReports(desk: Desk, told: InfractionReport[], job_id: string): Promise<void> {
  const known = await knownOf(desk, told)
  const reports = told.filter(({ id, last_modified }) => (known.get(id)?.reported_at ?? '') < last_modified)
  const contested = await contestedBy(
    desk,
    reports.filter(({ id }) => !known.has(id)),
  )
  for (const report of reports) {
    const found = contested.get(report.id)
    const user_id = known.get(report.id)?.user_id ?? found?.user_id
    if (user_id === undefined) await keepUnclaimed(desk.operator, report)
    else await runForUser(desk, user_id, job_id, desk.clock.now(), (tx) => keepReport(tx, desk, report, found))
  }
}

async function keepReport(tx: Tx, { infractions }: Desk, report: InfractionReport, found: Contested | undefined) {
  const stored = await lockNotification(tx, report.id)
  if (stored) {
    const changed = applyReport(stored, report, tx.now)
    if (!changed) return
    saveNotification(tx, changed.notification)
    record(tx, happened(changed.event, changed.notification))
  } else if (found) {
    const notification = newNotification(report, found, infractions, tx.now)
    if (await insertNotification(tx, notification)) record(tx, happened('received', notification))
  }
}

interface Known {
  id: string
  user_id: string
  reported_at: string
}

/** The reports we have, with whose they are. It stays so, even if the ledger should later tell of another record. */
async function knownOf({ operator }: Desk, reports: InfractionReport[]): Promise<Map<string, Known>> {
  const { rows } = await operator.query<Known>(
    'select id, user_id, reported_at from infraction_notifications where id = any($1)',
    [reports.map(({ id }) => id)],
  )
  return new Map(rows.map((known) => [known.id, known]))
}

/**
 * The transaction each report contests. Between two users of ours there are two records of one payment: a refund is
 * asked of whoever received it, and a refund is contested with whoever had it back.
 */
async function contestedBy({ operator }: Desk, reports: InfractionReport[]): Promise<Map<string, Contested>> {
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
