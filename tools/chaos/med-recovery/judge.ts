import { isPaidOnce, paidEvent } from './refunds.ts'
import type { RecoveryDrillEnvironment } from './stage.ts'
import type { Subject } from './subject.ts'

const wholeWay: Record<Exclude<Subject['kind'], 'refund'>, string[]> = {
  recovery: [
    'created',
    'submitted',
    'tracked',
    'analysis_requested',
    'analysed',
    'refund_requested',
    'refund_received',
    'completed_approved',
  ],
  cancel: ['created', 'submitted', 'tracked', 'analysis_requested', 'canceled'],
  report: ['received', 'acknowledged', 'answered', 'decided', 'closed'],
}

/** Its events, from beginning to end. */
const wayOf = (subject: Subject) =>
  subject.kind === 'refund' ? ['received', paidEvent(subject), 'closed'] : wholeWay[subject.kind]

/** Present only when DICT was polled between the money's return and the end. */
const perhaps = new Set(['refund_received'])

/** The gateway's final status for DICT's final state. */
const ends: Record<Subject['kind'], { ours: string; theirs: string }> = {
  recovery: { ours: 'COMPLETED_APPROVED', theirs: 'COMPLETED' },
  cancel: { ours: 'CANCELED', theirs: 'CANCELLED' },
  report: { ours: 'CLOSED', theirs: 'CLOSED' },
  refund: { ours: 'CLOSED', theirs: 'CLOSED' },
}

/** Each must be 0, or empty. */
export interface MedRecoveryFindings {
  recoveries_not_one: number
  /** Refunds whose amount at DICT, in the request or in the block differs from the core's, or that were stored twice. */
  refunds_not_as_paid: number
  states_that_differ: number
  events_lost: number
  events_doubled: number
  /** The events, where their order or names are wrong; none, if all is well. */
  events_out_of_order: string[]
}

/** Compares both sides once all work is done, independently of how it was done. */
export async function judge(stage: RecoveryDrillEnvironment, subjects: Subject[]): Promise<MedRecoveryFindings> {
  const findings: MedRecoveryFindings = {
    recoveries_not_one: 0,
    refunds_not_as_paid: 0,
    states_that_differ: 0,
    events_lost: 0,
    events_doubled: 0,
    events_out_of_order: [],
  }
  for (const subject of subjects) {
    const { kind, end_to_end_id } = subject
    if (kind === 'refund' && !(await isPaidOnce(stage, subject))) findings.refunds_not_as_paid += 1
    if (isOurs(kind) && stage.dict.world.recoveries.group(end_to_end_id).length !== 1) findings.recoveries_not_one += 1
    const { ours, theirs } = await statesOf(stage, subject)
    const same = ours.dict_id === theirs.id && ours.status === ends[kind].ours && theirs.status === ends[kind].theirs
    if (!same) findings.states_that_differ += 1
    const told = await toldOf(stage, subject)
    const way = wayOf(subject)
    findings.events_lost += way.filter((name) => !told.includes(name) && !perhaps.has(name)).length
    findings.events_doubled += told.filter((name, at) => told.indexOf(name) !== at).length
    const inOrder = way.filter((name) => told.includes(name))
    if ([...new Set(told)].join() !== inOrder.join()) findings.events_out_of_order.push(told.join())
  }
  return findings
}

/** Whether it is a payment that we contested. */
const isOurs = (kind: Subject['kind']) => kind === 'recovery' || kind === 'cancel'

interface Ours {
  status: string
  dict_id: string
  dict_status?: string
  failed_code?: string | null
}

/** One record on both sides. */
export async function statesOf(
  { db, dict: { world } }: RecoveryDrillEnvironment,
  { kind, id, end_to_end_id }: Subject,
) {
  const tables = {
    report: 'select status, id as dict_id, status as dict_status from infraction_notifications where id = $1',
    refund: 'select status, id as dict_id, dict_status from refund_requests where id = $1',
    recovery: 'select status, dict_id, dict_status, failed_code from fund_recovery_requests where id = $1',
  }
  const { rows } = await db.query<Ours>(tables[kind === 'cancel' ? 'recovery' : kind], [id])
  const held = isOurs(kind)
    ? world.recoveries.group(end_to_end_id)[0]
    : (world.reports.get(id) ?? world.refunds.get(id))
  return { ours: rows[0] ?? { status: '', dict_id: '' }, theirs: { id: held?.id, status: held?.status } }
}

export async function isAtRest(stage: RecoveryDrillEnvironment, subjects: Subject[]): Promise<boolean> {
  for (const subject of subjects) {
    if ((await statesOf(stage, subject)).ours.status !== ends[subject.kind].ours) return false
  }
  return true
}

async function toldOf({ db }: RecoveryDrillEnvironment, { id }: Subject): Promise<string[]> {
  const { rows } = await db.query<{ type: string }>('select type from events where object_id = $1 order by sequence', [
    id,
  ])
  return rows.map(({ type }) => type.split('.').at(-1)!)
}
