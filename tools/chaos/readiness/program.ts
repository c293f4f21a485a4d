import { freePort } from '@eclusa/simulators/free-port.ts'
import type { WatchedProcess } from '@eclusa/testing/processes/availability-watch.ts'

/** A process of the gateway, which can be killed and started again in the same place. */
export interface Program {
  part: WatchedProcess
  kill(): Promise<void>
  start(env?: Record<string, string>): Promise<void>
}

export async function startProgram(
  begin: (env: Record<string, string>) => Promise<WatchedProcess>,
  settings: Record<string, string>,
): Promise<Program & { target: string }> {
  const INTERNAL_PORT = settings['INTERNAL_PORT'] ?? String(await freePort())
  const run = (env = {}) => begin({ ...settings, INTERNAL_PORT, ...env })
  const started: Program = {
    part: await run(),
    kill: () => started.part.end(),
    async start(env) {
      started.part = await run(env)
    },
  }
  return Object.assign(started, { target: `127.0.0.1:${INTERNAL_PORT}` })
}
