import type { Log } from './observability/log.ts'

/**
 * Graceful shutdown: runs `stop` once, at the first SIGTERM or SIGINT or when `failed` settles, and ends the process, with code 1
 * after a failure. At the hard limit it exits, because the supervisor's SIGKILL would come next and leave no log line.
 */
export function stopOnSignal(
  log: Log,
  limitSeconds: number,
  stop: () => Promise<void>,
  failed: Promise<Error> = new Promise(() => {}),
): void {
  let stopping = false
  let code = 0
  const begin = (signal?: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info('stopping', { signal })
    setTimeout(() => {
      log.error('stop_timed_out', { signal })
      process.exit(1)
    }, limitSeconds * 1000).unref()
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error('stop_failed', { signal }, error)
        process.exit(1)
      },
    )
  }
  void failed.then((error) => {
    code = 1
    log.error('process_failed', { reason: error.message }, error)
    begin()
  })
  process.once('SIGTERM', begin)
  process.once('SIGINT', begin)
}
