import { insist } from './problem.ts'
import type { DictEvent, DictRefund, DictReport, World } from './state.ts'

const PAGE_MAX = 200
const EVENT_WINDOW_MS = 7 * 86_400_000

export type Query = URLSearchParams

export interface DictPage<T> {
  items: T[]
  has_more_elements: boolean
  next_cursor?: string
}

export function listReports(world: World, caller: string, query: Query): DictPage<DictReport> {
  const [reporter, counterparty] = [isTrue(query, 'IsReporter'), isTrue(query, 'IsCounterparty')]
  const listed = listedFor(world, caller, query)
  const mine = visible(world.reports.asOf(seenAt(world)), query).filter((report) => {
    const asReporter = listed(report.reporter_participant) && (reporter || !counterparty)
    const asCounterparty = listed(report.counterparty_participant) && (counterparty || !reporter)
    return asReporter || asCounterparty
  })
  const limit = limitOf(query)
  return { items: mine.slice(0, limit), has_more_elements: mine.length > limit }
}

export function listRefunds(world: World, caller: string, query: Query): DictPage<DictRefund> {
  const role = query.get('ParticipantRole')
  insist(role === 'REQUESTING' || role === 'CONTESTED', 'BadRequest', 'ParticipantRole', 'is required')
  const party = role === 'REQUESTING' ? 'requesting_participant' : 'contested_participant'
  const listed = listedFor(world, caller, query)
  const mine = visible(world.refunds.asOf(seenAt(world)), query).filter((refund) => listed(refund[party]))
  return pageFrom(mine, ({ last_modified, id }) => `${last_modified} ${id}`, query, limitOf(query))
}

export function listEvents(world: World, caller: string, query: Query): DictPage<DictEvent> {
  const listed = listedFor(world, caller, query)
  const since = new Date(world.clock.now().getTime() - EVENT_WINDOW_MS).toISOString()
  const mine = world.events.filter((event) => listed(event.participant) && event.timestamp >= since)
  return pageFrom(mine, ({ id }) => String(id).padStart(12, '0'), query, PAGE_MAX)
}

/** The participants whose records a list shows: the caller, and on request its indirect participants. */
function listedFor(world: World, caller: string, query: Query): (participant: string) => boolean {
  const all = isTrue(query, 'IncludeIndirectParticipants')
  return (participant) => participant === caller || (all && world.indirect.get(participant) === caller)
}

/** Every list names its participant. A caller cannot read the list of another. */
export function checkListed(caller: string, query: Query): void {
  insist(query.get('Participant') === caller, 'Forbidden')
}

/** The state a list shows: some seconds old, when the index lags. */
function seenAt(world: World): Date {
  return new Date(world.clock.now().getTime() - world.settings.list_lag_ms)
}

function visible<T extends { status: string; last_modified: string }>(records: T[], query: Query): T[] {
  const statuses = query.getAll('Status')
  const [after, before] = [momentOf(query, 'ModifiedAfter'), momentOf(query, 'ModifiedBefore')]
  return records
    .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    .filter(({ last_modified: at }) => (!after || at >= after) && (!before || at <= before))
}

const MADE_HERE = /^after (.+)$/

function pageFrom<T>(items: T[], keyOf: (item: T) => string, query: Query, limit: number): DictPage<T> {
  const cursor = query.get('Cursor')
  const [, start = ''] = cursor ? (MADE_HERE.exec(Buffer.from(cursor, 'base64url').toString()) ?? []) : ['', '']
  insist(!cursor || start, 'BadRequest', 'Cursor', 'is not one that was given')
  const rest = items.filter((item) => keyOf(item) > start)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const next_cursor = last && Buffer.from(`after ${keyOf(last)}`).toString('base64url')
  return { items: page, has_more_elements: rest.length > limit, ...(next_cursor && { next_cursor }) }
}

function limitOf(query: Query): number {
  const limit = Number(query.get('Limit') ?? 20)
  insist(Number.isInteger(limit) && limit >= 1 && limit <= PAGE_MAX, 'BadRequest', 'Limit', 'must be 1 to 200')
  return limit
}

function momentOf(query: Query, name: string): string | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  insist(!Number.isNaN(Date.parse(value)), 'BadRequest', name, 'must be a date-time')
  return new Date(value).toISOString()
}

function isTrue(query: Query, name: string): boolean {
  const value = query.get(name)
  insist(value === null || value === 'true' || value === 'false', 'BadRequest', name, 'must be true or false')
  return value === 'true'
}
