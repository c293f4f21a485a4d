import type { Moment } from '@eclusa/simulators/dict/server.ts'
import { statesOf } from './judge.ts'
import { type Point } from './kill-points.ts'
import type { Fleet } from './process-pool.ts'
import type { RecoveryDrillEnvironment, Victim } from './stage.ts'
import type { Subject } from './subject.ts'

interface Aim {
  point: Point
  subject: Subject
  hit: (hit: boolean) => void
}

/** Watches DICT for the targeted requests, and kills their sender at the chosen moment. */
export interface Killer {
  /** True once the process was killed there; false after a timeout. */
  kill(point: Point, subject: Subject): Promise<boolean>
  /** The same when the process, and not DICT, is about to get the request. */
  killOne(point: Point, subject: Subject, victim: Victim): Promise<boolean>
  /** The target is withdrawn. */
  giveUp(subject: Subject): void
  /** Kills after which DICT knew something that the gateway did not. */
  leftHalfDone(): number
}

/** The timeout: another process died on the way and the step was passed. */
const PATIENCE_MS = 60_000

export function createKillSchedule(stage: RecoveryDrillEnvironment, fleet: Fleet): Killer {
  const { victims } = fleet
  const aims = new Set<Aim>()
  let halfDone = 0

  async function shoot(aim: Aim, victim: Victim): Promise<void> {
    if (!aims.delete(aim)) return
    await fleet.kill(victim)
    const { ours, theirs } = await statesOf(stage, aim.subject)
    if (theirs.status && ours.dict_status !== theirs.status) halfDone += 1
    aim.hit(true)
  }

  function watch(moment: Moment): Promise<void> | undefined {
    const aim = [...aims].find((each) => isAbout(stage, each, moment))
    const victim = aim && [...victims].find((each) => each.owns(moment.port))
    if (!victim) return undefined
    const { stop } = aim.point
    if (stop === 'sent' && moment.when === 'come') return shoot(aim, victim)
    if (moment.when === 'come' || stop === 'sent') return undefined
    if (stop === 'done') return shoot(aim, victim)
    hold(aim, victim)
    return undefined
  }

  /** Lets it reach its COMMIT, and no further. */
  function hold(aim: Aim, victim: Victim): void {
    const { wire } = victim
    // Already held for another target: this one waits until the step is repeated.
    if (wire.atCommit !== 'pass') return
    wire.about = aim.subject.id
    wire.onHeld = () => void shoot(aim, victim)
    wire.atCommit = aim.point.stop === 'answered' ? 'hold-commit' : 'hold-answer'
  }

  stage.dict.watchers.add(watch)
  return {
    leftHalfDone: () => halfDone,
    giveUp(subject) {
      for (const aim of aims) if (aim.subject === subject) aim.hit(false)
    },
    kill: (point, subject) => take(point, subject),
    killOne: (point, subject, victim) => take(point, subject, victim),
  }

  async function take(point: Point, subject: Subject, victim?: Victim): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const aim = { point, subject, hit: resolve }
    aims.add(aim)
    if (victim) hold(aim, victim)
    const timer = setTimeout(() => resolve(false), PATIENCE_MS)
    const hit = await promise
    clearTimeout(timer)
    aims.delete(aim)
    for (const { wire } of victims) if (wire.about === subject.id) wire.atCommit = 'pass'
    return hit
  }
}

/** A list has no record id: any reader counts while a report waits to be read. */
function isAbout(
  { dict: { world } }: RecoveryDrillEnvironment,
  { point, subject }: Aim,
  { operation, path, body }: Moment,
): boolean {
  if (operation !== point.operation) return false
  if (operation === 'listInfractionReports') return path.includes('IsCounterparty')
  if (operation === 'listRefunds') return path.includes('CONTESTED')
  if (operation === 'createFundsRecovery') return body.includes(subject.end_to_end_id)
  const received = subject.kind === 'report' || subject.kind === 'refund'
  const id = received ? subject.id : world.recoveries.group(subject.end_to_end_id)[0]?.id
  return id !== undefined && path.includes(id)
}
