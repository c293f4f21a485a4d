import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { checkState } from './metrics.ts'

/** A look that takes longer has failed: who asks is a balancer, and it will not wait. */
const LOOK_MS = 2_500
/** What others are asked for is asked this seldom: they are not to notice how many processes look. */
const SELDOM_MS = 15_000
/** Looked at this often even when nobody asks, so that a log line tells what has changed. */
const WATCH_MS = 10_000

/** What can be wrong, and what to do about it. */
export interface Trouble {
  reason: string
  action: string
}

/**
 * Not ready is dead: this process can serve nobody, and another should be asked. Degraded is what it can serve around, or can
 * do now and not for ever: nobody is turned away, and somebody should act.
 */
export type Finding = { status: 'ready' } | ({ status: 'degraded' | 'not ready' } & Trouble)

/** From the best to the worst. */
const states: Finding['status'][] = ['ready', 'degraded', 'not ready']

export const ready: Finding = { status: 'ready' }
export const degraded = (reason: string, action: string): Finding => ({ status: 'degraded', reason, action })
export const notReady = (reason: string, action: string): Finding => ({ status: 'not ready', reason, action })

/** One thing the process stands on. */
export interface Check {
  name: string
  look: () => Finding | Promise<Finding>
  /** What it means when the look fails, or takes too long. */
  unanswered: Trouble
  /** It is served around: without it, or while it says nothing, the process is degraded and never dead. */
  around?: true
  /** Whoever made it so meant it: the log tells of it, and nobody is warned. */
  meant?: boolean
}

export interface Report {
  status: Finding['status']
  /** Of the worst. */
  reason?: string
  /** What is not as it should be, by name. */
  away?: string[]
  checks: (Finding & { name: string })[]
}

export interface Readiness {
  report(): Promise<Report>
  close(): void
}

export function openReadiness(checks: Check[], log: Log, metrics: Metrics): Readiness {
  const looks = checks.map(openLook)
  const told = new Map<string, string>()
  const meant = new Set(checks.filter((check) => check.meant).map(({ name }) => name))
  let hasBegun = false

  async function report(): Promise<Report> {
    const found = await Promise.all(looks.map((look) => look()))
    // What has only just begun may be slow for once: that is told when it stays so.
    if (hasBegun) for (const finding of found) tell(finding)
    hasBegun = true
    metrics.replace(
      checkState,
      found.map(({ name, status }) => ({ labels: { check: name }, value: states.indexOf(status) })),
    )
    const worst =
      found.find(({ status }) => status === 'not ready') ?? found.find(({ status }) => status === 'degraded')
    if (!worst || worst.status === 'ready') return { status: 'ready', checks: found }
    const away = found.flatMap(({ name, status }) => (status === 'ready' ? [] : [name]))
    return { status: worst.status, reason: worst.reason, away, checks: found }
  }

  /** Once when it changes, and not each time somebody asks. */
  function tell({ name, ...finding }: Report['checks'][number]): void {
    const reason = finding.status === 'ready' ? undefined : finding.reason
    const now = `${finding.status} ${reason}`
    const before = told.get(name) ?? 'ready undefined'
    told.set(name, now)
    if (now === before) return
    const level = finding.status === 'ready' || meant.has(name) ? 'info' : 'warn'
    log[level]('readiness_changed', { name, status: finding.status, reason })
  }

  const watch = setInterval(() => void report(), WATCH_MS).unref()
  void report()
  return { report, close: () => clearInterval(watch) }
}

/** Whoever asks while a look is under way gets what it finds: a database that is slow is not asked by all at once. */
function openLook({ name, look, unanswered, around }: Check): () => Promise<Finding & { name: string }> {
  const failed: Finding = { status: around ? 'degraded' : 'not ready', ...unanswered }
  let looking: Promise<Finding> | undefined
  return async () => {
    looking ??= Promise.resolve()
      .then(look)
      .catch(() => failed)
      .finally(() => (looking = undefined))
    const { promise: late, resolve } = Promise.withResolvers<Finding>()
    // After what is there already was heard: a process that itself stood still blames nobody else for it.
    const timer = setTimeout(() => setImmediate(resolve, failed), LOOK_MS)
    const finding = await Promise.race([looking, late])
    clearTimeout(timer)
    return { name, ...finding }
  }
}

/** A check that asks others: what it found holds for a while, however often and by how many balancers this process is asked. */
export function seldom({ look, ...check }: Check, everyMs = SELDOM_MS): Check {
  let last: { finding: Finding; at: number } | undefined
  return {
    ...check,
    async look() {
      if (last && performance.now() - last.at < everyMs) return last.finding
      const finding = await Promise.resolve(look()).catch((): Finding => ({ status: 'degraded', ...check.unanswered }))
      last = { finding, at: performance.now() }
      return finding
    },
  }
}
