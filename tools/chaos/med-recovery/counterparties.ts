import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { perform } from '@eclusa/simulators/dict/handle.ts'
import { type OperationName, operations } from '@eclusa/simulators/dict/operations.ts'
import { settle } from '@eclusa/simulators/dict/settle.ts'
import type { SentShape } from '@eclusa/simulators/dict/shapes.ts'
import { sampleDeposit, samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import type { KillPointsKind } from './kill-points.ts'
import { askRefund, refundsToPay, reportPaid } from './refunds.ts'
import { FIRST, OURS, type RecoveryDrillEnvironment, type Victim } from './stage.ts'
import type { Subject } from './subject.ts'

/** The parties that are not killed: the other bank, and the client who answers events. */
export interface Others {
  subjects: Subject[]
  /** A payment we sent and contest, or one we received and the other bank reports. `known` is called at once. */
  begin(kind: KillPointsKind, known: (subject: Subject) => void): Promise<Subject>
  stop(): Promise<void>
}

export function playOthers(stage: RecoveryDrillEnvironment, victims: () => Iterable<Victim> = () => []): Others {
  const subjects: Subject[] = []
  const stopping = new AbortController()
  const turns = (async () => {
    for (; !stopping.signal.aborted; await pause(100)) {
      analyseAndRefund(stage, subjects)
      await answerReports(stage, subjects).catch(() => {})
      await payRefunds(stage, subjects, victims).catch(() => {})
    }
  })()
  return {
    subjects,
    async begin(kind, known) {
      const received = kind === 'report' || kind === 'refund'
      const { end_to_end_id, transaction_id } = await pay(stage, received ? 'received' : 'sent')
      const subject: Subject = { kind, id: randomUUID(), end_to_end_id }
      subjects.push(subject)
      known(subject)
      if (kind === 'report') report(stage, subject)
      else if (kind === 'refund') askRefund(stage, subject)
      else await contest(stage, subject, transaction_id)
      return subject
    },
    async stop() {
      stopping.abort()
      await turns
    },
  }
}

/** The ledger and DICT know a payment. */
export async function pay(
  { dict: { world }, user, ingest }: Pick<RecoveryDrillEnvironment, 'dict' | 'user' | 'ingest'>,
  way: 'sent' | 'received',
) {
  const at = new Date(Date.now() - 3_600_000)
  const record = (way === 'sent' ? samplePayment : sampleDeposit)(user, at, { amount: 15_990 })
  const [result] = await ingest([record], 'drill', new Date())
  if (result?.outcome !== 'CREATED') throw new Error(`the ledger's record was refused: ${JSON.stringify(result)}`)
  const id = String(record['end_to_end_id'])
  const party = (participant: string) => ({ participant, number: id, person_type: 'NATURAL_PERSON' as const })
  const [debtor, creditor] = way === 'sent' ? [party(OURS), party(FIRST)] : [party(FIRST), party(OURS)]
  world.transactions.set(id, { id, debtor, creditor, amount: 15_990, settlement_time: at.toISOString(), settled: true })
  return { end_to_end_id: id, transaction_id: record.id }
}

async function contest(stage: RecoveryDrillEnvironment, { id }: Subject, transaction_id: string): Promise<void> {
  const body = { transaction_id, reason: 'FRAUD', fraud_reason: 'FRAUD', description: 'Golpe.' }
  const { status } = await stage.ask('POST', '/v1/pix/fund-recovery-requests', body, { 'x-transaction-uuid': id })
  if (status !== 201) throw new Error(`a payment could not be contested: ${status}`)
}

function report({ dict: { world } }: RecoveryDrillEnvironment, { id, end_to_end_id }: Subject): void {
  const at = world.clock.now().toISOString()
  world.reports.save({
    id,
    transaction_id: end_to_end_id,
    reason: 'REFUND_REQUEST',
    situation_type: 'SCAM',
    infraction_amount: 15_990,
    status: 'OPEN',
    reporter_participant: FIRST,
    counterparty_participant: OURS,
    creation_time: at,
    last_modified: at,
  })
}

/** The core pays requested refunds, and reports them to any running worker. */
async function payRefunds(
  stage: RecoveryDrillEnvironment,
  subjects: Subject[],
  victims: () => Iterable<Victim>,
): Promise<void> {
  for (const subject of await refundsToPay(stage, subjects)) {
    const worker = [...victims()].find(({ isApi }) => !isApi)
    if (worker && !subject.byHand) await reportPaid(worker, subject)
  }
}

/** The other bank agrees with every report, and pays requested refunds. */
function analyseAndRefund(stage: RecoveryDrillEnvironment, subjects: Subject[]): void {
  const { world } = stage.dict
  settle(world)
  for (const { kind, end_to_end_id } of subjects) {
    const recovery = world.recoveries.group(end_to_end_id)[0]
    if (recovery?.status === 'AWAITING_ANALYSIS' && kind === 'recovery') {
      for (const { id } of world.reports.group(recovery.id)) {
        asBank(stage, 'acknowledgeInfractionReport', { infraction_report_id: id })
        const verdict = { analysis_result: 'AGREED', fraud_type: 'MULE_ACCOUNT' }
        asBank(stage, 'closeInfractionReport', { infraction_report_id: id, ...verdict })
      }
    } else if (recovery?.status === 'REFUNDING') {
      for (const { id, refund_amount } of world.refunds.group(recovery.id)) {
        asBank(stage, 'closeRefund', {
          refund_id: id,
          refund_analysis_result: 'TOTALLY_ACCEPTED',
          refund_transaction_id: `D${FIRST}202602021020${randomUUID().replaceAll('-', '').slice(0, 11)}`,
          effective_refunded_amount: (refund_amount / 100).toFixed(2),
        })
      }
    }
  }
}

function asBank(
  { dict: { world, buckets } }: RecoveryDrillEnvironment,
  name: OperationName,
  sent: Record<string, SentShape>,
): void {
  const operation = operations[name]
  const id = String(sent[operation.idName!])
  const query = new URLSearchParams()
  perform(operation, { world, buckets, caller: FIRST, id, query }, { participant: FIRST, ...sent })
}

/** The client disagrees with every report, once it may. */
async function answerReports(stage: RecoveryDrillEnvironment, subjects: Subject[]): Promise<void> {
  const ids = subjects.filter(({ kind }) => kind === 'report').map(({ id }) => id)
  const { rows } = await stage.db.query<{ id: string }>(
    `select id from infraction_notifications where status = 'ACKNOWLEDGED' and id = any($1)`,
    [ids],
  )
  const answer = { client_status: 'DISAGREED', client_analysis_details: 'O produto foi entregue.' }
  for (const { id } of rows) await stage.ask('POST', `/v1/pix/compliance/infraction-notifications/${id}/answer`, answer)
}
