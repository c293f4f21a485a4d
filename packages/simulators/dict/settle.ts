import { announce, changeRecovery, reportPayment, reportsOf, rootDisagreed } from './recoveries.ts'
import { changeReport } from './reports.ts'
import type { DictReport, Recovery, World } from './state.ts'

/**
 * What DICT does by itself. It is computed at each read, with each step dated to when it was due, so a clock advanced by a
 * week shows exactly what a week would have shown.
 */
export function settle(world: World): void {
  for (const { id } of world.recoveries.all()) {
    let before: string | undefined
    // Each step may make the next one due. The statuses only move forward, so this ends.
    for (let recovery = world.recoveries.get(id)!; recovery.status !== before; recovery = world.recoveries.get(id)!) {
      before = recovery.status
      step(world, recovery)
    }
  }
}

function step(world: World, recovery: Recovery): void {
  const { tracking_ms, blocking_ms } = world.settings
  if (recovery.status === 'CREATED') {
    const due = later(recovery.creation_time, tracking_ms)
    if (isPast(world, due)) track(world, recovery, due)
  } else if (recovery.status === 'TRACKED') {
    const due = later(recovery.creation_time, tracking_ms + blocking_ms)
    if (isPast(world, due)) block(world, recovery, due)
  } else if (recovery.status === 'AWAITING_ANALYSIS') {
    expire(world, recovery)
    analyse(world, recovery)
  } else if (recovery.status === 'ANALYSED') {
    reject(world, recovery)
  } else if (recovery.status === 'REFUNDING') {
    complete(world, recovery)
  }
}

function track(world: World, recovery: Recovery, at: string): void {
  changeRecovery(world, recovery, 'track', at, { graph: { ...recovery.graph, creation_time: at } })
}

/** The root payment has had its report since the creation. Now the other payments get theirs. */
function block(world: World, recovery: Recovery, at: string): void {
  for (const payment of recovery.graph.transactions.slice(1)) reportPayment(world, recovery, payment, at)
  changeRecovery(world, recovery, 'block', at)
}

function expire(world: World, recovery: Recovery): void {
  const verdict = world.settings.when_analysis_expires
  if (verdict === 'leave') return
  for (const report of reportsOf(world, recovery.id)) {
    const due = later(report.creation_time, world.settings.analysis_period_ms)
    if (!isPast(world, due)) continue
    const known = report.status === 'OPEN' ? changeReport(world, report, 'acknowledge', {}, due) : report
    if (known.status === 'ACKNOWLEDGED') changeReport(world, known, 'close', { analysis_result: verdict }, due)
  }
}

function analyse(world: World, recovery: Recovery): void {
  const reports = reportsOf(world, recovery.id)
  if (reports.some(({ status }) => status !== 'CLOSED')) return
  const at = latest(reports)
  changeRecovery(world, recovery, 'analyse', at, { analysed_time: at })
  announce(world, recovery, 'FUNDS_RECOVERY_ANALYSED', at)
}

function reject(world: World, recovery: Recovery): void {
  const due = later(recovery.last_modified, world.settings.rejecting_ms)
  if (!rootDisagreed(world, recovery) || !isPast(world, due)) return
  changeRecovery(world, recovery, 'reject', due)
  announce(world, recovery, 'FUNDS_RECOVERY_COMPLETED', due)
}

function complete(world: World, recovery: Recovery): void {
  const refunds = world.refunds.group(recovery.id)
  if (refunds.some(({ status }) => status === 'OPEN')) return
  const at = latest([recovery, ...refunds])
  changeRecovery(world, recovery, 'complete', at)
  announce(world, recovery, 'FUNDS_RECOVERY_COMPLETED', at)
}

const later = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString()
const isPast = (world: World, due: string) => Date.parse(due) <= world.clock.now().getTime()
const latest = (records: Pick<DictReport, 'last_modified'>[]) =>
  records.map(({ last_modified }) => last_modified).reduce((a, b) => (a > b ? a : b))
