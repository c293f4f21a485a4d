import type { Subject } from './others.ts'
import type { Stage } from './stage.ts'

const wholeWay: Record<Subject['kind'], string[]> = {
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

/** Told only when DICT was asked between the money's coming back and the end. */
const perhaps = new Set(['refund_received'])

/** What the gateway ends with, and DICT's word for it. */
const ends: Record<Subject['kind'], { ours: string; theirs: string }> = {
  recovery: { ours: 'COMPLETED_APPROVED', theirs: 'COMPLETED' },
  cancel: { ours: 'CANCELED', theirs: 'CANCELLED' },
  report: { ours: 'CLOSED', theirs: 'CLOSED' },
}

/** Each must be 0, or empty. */
export interface Findings {
  recoveries_not_one: number
  states_that_differ: number
  events_lost: number
  events_doubled: number
  /** What was told where the order, or a word, is not one that should be; none, if all is well. */
  events_out_of_order: string[]
}

/** Looks at both sides once everything has come to rest, and knows nothing of how it got there. */
export async function judge(stage: Stage, subjects: Subject[]): Promise<Findings> {
  const findings: Findings = {
    recoveries_not_one: 0,
    states_that_differ: 0,
    events_lost: 0,
    events_doubled: 0,
    events_out_of_order: [],
  }
  for (const subject of subjects) {
    const { kind, end_to_end_id } = subject
    if (kind !== 'report' && stage.dict.world.recoveries.group(end_to_end_id).length !== 1)
      findings.recoveries_not_one += 1
    const { ours, theirs } = await statesOf(stage, subject)
    const same = ours.dict_id === theirs.id && ours.status === ends[kind].ours && theirs.status === ends[kind].theirs
    if (!same) findings.states_that_differ += 1
    const told = await toldOf(stage, subject)
    findings.events_lost += wholeWay[kind].filter((name) => !told.includes(name) && !perhaps.has(name)).length
    findings.events_doubled += told.filter((name, at) => told.indexOf(name) !== at).length
    const inOrder = wholeWay[kind].filter((name) => told.includes(name))
    if ([...new Set(told)].join() !== inOrder.join()) findings.events_out_of_order.push(told.join())
  }
  return findings
}

interface Ours {
  status: string
  dict_id: string
  dict_status?: string
  failed_code?: string | null
}

/** One thing as the two sides hold it. */
export async function statesOf({ db, dict: { world } }: Stage, { kind, id, end_to_end_id }: Subject) {
  const table =
    kind === 'report'
      ? 'select status, id as dict_id from infraction_notifications where id = $1'
      : 'select status, dict_id, dict_status, failed_code from fund_recovery_requests where id = $1'
  const { rows } = await db.query<Ours>(table, [id])
  const held = kind === 'report' ? world.reports.get(id) : world.recoveries.group(end_to_end_id)[0]
  return { ours: rows[0] ?? { status: '', dict_id: '' }, theirs: { id: held?.id, status: held?.status } }
}

export async function isAtRest(stage: Stage, subjects: Subject[]): Promise<boolean> {
  for (const subject of subjects) {
    if ((await statesOf(stage, subject)).ours.status !== ends[subject.kind].ours) return false
  }
  return true
}

async function toldOf({ db }: Stage, { id }: Subject): Promise<string[]> {
  const { rows } = await db.query<{ type: string }>('select type from events where object_id = $1 order by sequence', [
    id,
  ])
  return rows.map(({ type }) => type.split('.').at(-1)!)
}
