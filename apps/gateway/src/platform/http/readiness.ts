import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { checkState } from './metrics.ts'

/** A check that takes longer has failed, because a balancer does not wait longer. */
const LOOK_MS = 2_500
/** How often a process checks its partners: seldom, so that many processes together put little load on them. */
const SELDOM_MS = 15_000
/** How often checks run without a request, so that every change is logged. */
const WATCH_MS = 10_000

/** A failure, and what to do about it. */
export interface Trouble {
  reason: string
  action: string
}

/**
 * Not ready: this process can serve no request, and the balancer should use another. Degraded: requests are served around the
 * failure, or for a limited time, and an operator should act.
 */
export type ReadinessFinding = { status: 'ready' } | ({ status: 'degraded' | 'not ready' } & Trouble)

/** From best to worst. */
const states: ReadinessFinding['status'][] = ['ready', 'degraded', 'not ready']

export const ready: ReadinessFinding = { status: 'ready' }
export const degraded = (reason: string, action: string): ReadinessFinding => ({ status: 'degraded', reason, action })
export const notReady = (reason: string, action: string): ReadinessFinding => ({ status: 'not ready', reason, action })

/** A dependency of the process. */
export interface Check {
  name: string
  look: () => ReadinessFinding | Promise<ReadinessFinding>
  /** The state when the check fails or takes too long. */
  unanswered: Trouble
  /** The process works without it. While the check fails or hangs, the process is degraded and never not ready. */
  around?: true
  /** Configured on purpose: it is logged and raises no warning. */
  meant?: boolean
}

export interface ReadinessReport {
  status: ReadinessFinding['status']
  /** The worst of all checks. */
  reason?: string
  /** The checks that fail, by name. */
  away?: string[]
  checks: (ReadinessFinding & { name: string })[]
}

export interface Readiness {
  report(): Promise<ReadinessReport>
  close(): void
}

export function createReadiness(checks: Check[], log: Log, metrics: Metrics): Readiness {
  const looks = checks.map(createReadinessProbe)
  const told = new Map<string, string>()
  const meant = new Set(checks.filter((check) => check.meant).map(({ name }) => name))
  let hasBegun = false

  async function report(): Promise<ReadinessReport> {
    const found = await Promise.all(looks.map((look) => look()))
    // The first results may be slow and are not logged unless they persist.
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

  /** Logged when it changes, and not at every request. */
  function tell({ name, ...finding }: ReadinessReport['checks'][number]): void {
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

/** Single-flight: concurrent requests share the running check, so that a slow database gets one query and not one per request. */
function createReadinessProbe({
  name,
  look,
  unanswered,
  around,
}: Check): () => Promise<ReadinessFinding & { name: string }> {
  const failed: ReadinessFinding = { status: around ? 'degraded' : 'not ready', ...unanswered }
  let looking: Promise<ReadinessFinding> | undefined
  return async () => {
    looking ??= Promise.resolve()
      .then(look)
      .catch(() => failed)
      .finally(() => (looking = undefined))
    const { promise: late, resolve } = Promise.withResolvers<ReadinessFinding>()
    // After pending socket events were handled: a process that was suspended must not report its own pause as a failure of the
    // partner.
    const timer = setTimeout(() => setImmediate(resolve, failed), LOOK_MS)
    const finding = await Promise.race([looking, late])
    clearTimeout(timer)
    return { name, ...finding }
  }
}

/** A check of a partner with a cached result, so that many probes cause few calls. */
export function cachedCheck({ look, ...check }: Check, everyMs = SELDOM_MS): Check {
  let last: { finding: ReadinessFinding; at: number } | undefined
  return {
    ...check,
    async look() {
      if (last && performance.now() - last.at < everyMs) return last.finding
      const finding = await Promise.resolve(look()).catch(
        (): ReadinessFinding => ({ status: 'degraded', ...check.unanswered }),
      )
      last = { finding, at: performance.now() }
      return finding
    },
  }
}
