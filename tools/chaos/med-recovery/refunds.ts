import { randomUUID } from 'node:crypto'
import { FIRST, OPERATOR_TOKEN, OURS, type RecoveryDrillEnvironment, type Victim } from './stage.ts'
import type { Paid, Subject } from './subject.ts'

const ASKED = 15_990
let turn = 0

/** In turn all of it, a part, and nothing. */
function nextPaid(): Paid {
  turn += 1
  const paid_amount = [ASKED, 1 + (turn % (ASKED - 1)), 0][turn % 3]!
  if (paid_amount === 0) return { paid_amount, rejection_reason: 'NO_BALANCE' }
  const unique = randomUUID().replaceAll('-', '').slice(0, 11)
  return { paid_amount, end_to_end_id: `D${OURS}202602021020${unique}` }
}

/** The other bank requests the refund of a report that was agreed with. */
export function askRefund({ dict: { world } }: RecoveryDrillEnvironment, subject: Subject): void {
  subject.paid = nextPaid()
  subject.report_id = randomUUID()
  const at = world.clock.now().toISOString()
  const dated = { creation_time: at, last_modified: at }
  world.reports.save({
    id: subject.report_id,
    transaction_id: subject.end_to_end_id,
    reason: 'REFUND_REQUEST',
    situation_type: 'SCAM',
    infraction_amount: ASKED,
    status: 'CLOSED',
    analysis_result: 'AGREED',
    reporter_participant: FIRST,
    counterparty_participant: OURS,
    ...dated,
  })
  world.refunds.save({
    id: subject.id,
    transaction_id: subject.end_to_end_id,
    refund_reason: 'FRAUD',
    refund_amount: ASKED,
    infraction_report_id: subject.report_id,
    funds_recovery_id: randomUUID(),
    status: 'OPEN',
    requesting_participant: FIRST,
    contested_participant: OURS,
    ...dated,
  })
}

/** Published refunds that wait, and that no test step reports by hand. The block comes with the report. */
export async function refundsToPay({ db }: RecoveryDrillEnvironment, subjects: Subject[]): Promise<Subject[]> {
  const { rows } = await db.query<{ id: string }>(
    `select refund.id from refund_requests refund
     join infraction_notifications report on report.id = refund.infraction_notification_id
     where refund.status = 'OPEN' and refund.id = any($1)`,
    [subjects.filter(({ kind }) => kind === 'refund').map(({ id }) => id)],
  )
  return subjects.filter(({ id }) => rows.some((row) => row.id === id))
}

/** The core reports to one worker. False when that one died before its response. */
export async function reportPaid({ internal_url }: Victim, { id, paid }: Subject): Promise<boolean> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(paid), signal: AbortSignal.timeout(10_000) }
  return fetch(`${internal_url}/v1/refund-requests/${id}/payments`, sent).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** The events after the core's report. */
export function paidEvent({ paid }: Subject): string {
  if (paid!.paid_amount === 0) return 'rejected'
  return paid!.paid_amount < ASKED ? 'partially_refunded' : 'refunded'
}

/** Whether DICT, the request and the block match the core's report, and it was sent and stored once. */
export async function isPaidOnce(
  { db, dict: { world } }: RecoveryDrillEnvironment,
  { id, report_id, paid }: Subject,
): Promise<boolean> {
  const { rows } = await db.query<{ paid_amount: number; payments: { amount: number }[]; returned_amount: number }>(
    `select paid_amount, payments, returned_amount from refund_requests refund
     join infraction_notifications report on report.id = $2 where refund.id = $1`,
    [id, report_id],
  )
  const [ours] = rows
  const theirs = world.refunds.get(id)!
  const amount = paid!.paid_amount
  const once = ours?.payments.length === (amount > 0 ? 1 : 0)
  const sums = [Number(ours?.paid_amount), Number(ours?.returned_amount), theirs.effective_refunded_amount ?? 0]
  return once && sums.every((sum) => sum === amount) && theirs.refund_transaction_id === paid!.end_to_end_id
}
