import { flushCompileCache } from 'node:module'
import type { Command } from 'commander'
import type { Log } from '../platform/observability/log.ts'
import { stopOnSignal } from '../platform/shutdown-signals.ts'
import { readApiSettings, readDeskSettings, readWorkerSettings } from '../settings.ts'

/** Commands for the long-running processes. */
export function addProcessCommands(program: Command): void {
  program
    .command('api')
    .description('answer requests')
    .action(async () => {
      const settings = readApiSettings(process.env)
      const { runApi } = await import('../run-api.ts')
      runUntilStopped(await runApi(settings), settings)
    })

  program
    .command('worker')
    .description('do the work behind the requests')
    .action(async () => {
      const settings = readWorkerSettings(process.env)
      const { runWorker } = await import('../worker.ts')
      runUntilStopped(await runWorker(settings), settings)
    })

  program
    .command('desk')
    .description('where people of the institution work, under their names')
    .action(async () => {
      const settings = readDeskSettings(process.env)
      const { runDesk } = await import('../run-backoffice.ts')
      runUntilStopped(await runDesk(settings), settings)
    })
}

function runUntilStopped(
  running: { log: Log; failed: Promise<Error>; stop(): Promise<void> },
  of: { STOP_TIMEOUT_SECONDS: number },
): void {
  // With NODE_COMPILE_CACHE: written now, so that a process that is killed leaves its compiled code to the next one.
  flushCompileCache()
  stopOnSignal(running.log, of.STOP_TIMEOUT_SECONDS, () => running.stop(), running.failed)
}
