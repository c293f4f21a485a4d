import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { checkState } from './metrics.ts'

/** A look that takes longer has failed: who asks is a balancer, and it will not wait. */
const LOOK_MS = 2_500
/** Looked at this often even when nobody asks, so that a log line tells what has changed. */
const WATCH_MS = 10_000

/** What can be wrong, and what to do about it. */
export interface Trouble {
  reason: string
  action: string
}

/** Degraded is able now and will not be for ever: nobody is turned away, and somebody should act. */
export type Finding = { status: 'ready' } | ({ status: 'degraded' | 'not ready' } & Trouble)

/** From the best to the worst. */
const states: Finding['status'][] = ['ready', 'degraded', 'not ready']

export const ready: Finding = { status: 'ready' }
export const degraded = (reason: string, action: string): Finding => ({ status: 'degraded', reason, action })
export const notReady = (reason: string, action: string): Finding => ({ status: 'not ready', reason, action })

/** One thing without which the process cannot do its work. */
export interface Check {
  name: string
  look: () => Finding | Promise<Finding>
  /** What it means when the look fails, or takes too long. */
  unanswered: Trouble
  /** Whoever made it so meant it: the log tells of it, and nobody is warned. */
  meant?: boolean
}

export interface Report {
  status: Finding['status']
  /** Of the worst. */
  reason?: string
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

  async function report(): Promise<Report> {
    const found = await Promise.all(looks.map((look) => look()))
    for (const finding of found) tell(finding)
    metrics.replace(
      checkState,
      found.map(({ name, status }) => ({ labels: { check: name }, value: states.indexOf(status) })),
    )
    const worst =
      found.find(({ status }) => status === 'not ready') ?? found.find(({ status }) => status === 'degraded')
    if (!worst || worst.status === 'ready') return { status: 'ready', checks: found }
    return { status: worst.status, reason: worst.reason, checks: found }
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
function openLook({ name, look, unanswered }: Check): () => Promise<Finding & { name: string }> {
  const failed: Finding = { status: 'not ready', ...unanswered }
  let looking: Promise<Finding> | undefined
  return async () => {
    looking ??= Promise.resolve()
      .then(look)
      .catch(() => failed)
      .finally(() => (looking = undefined))
    const { promise: late, resolve } = Promise.withResolvers<Finding>()
    const timer = setTimeout(() => resolve(failed), LOOK_MS)
    const finding = await Promise.race([looking, late])
    clearTimeout(timer)
    return { name, ...finding }
  }
}
