import type { Log } from './observability/log.ts'

/**
 * Runs `stop` once, at the first SIGTERM or SIGINT, and ends the process. What has not ended by the hard limit is cut
 * off: a supervisor that sends SIGKILL next would do the same with less to say.
 */
export function stopOnSignal(log: Log, limitSeconds: number, stop: () => Promise<void>): void {
  let stopping = false
  const begin = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info('stopping', { signal })
    setTimeout(() => {
      log.error('stop_timed_out', { signal })
      process.exit(1)
    }, limitSeconds * 1000).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('stop_failed', { signal }, error)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', begin)
  process.once('SIGINT', begin)
}
