import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installed } from '@eclusa/simulators/debian.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import type { WatchedProcess } from '@eclusa/testing/processes/availability-watch.ts'
import type { GatewayEnvironment } from '@eclusa/testing/processes/gateway-environment.ts'

const HAPROXY = '/usr/sbin/haproxy'

/** The address of an API, which changes at each start. */
export interface BalancerTarget {
  HTTP_PORT: string
  INTERNAL_PORT: string
}

export async function newPlace(): Promise<BalancerTarget> {
  return { HTTP_PORT: String(await freePort()), INTERNAL_PORT: String(await freePort()) }
}

/** A rolling restart: the next process is restarted once haproxy has had the time to see that this one is ready. */
export async function startReady(
  stage: GatewayEnvironment,
  place: BalancerTarget,
  env: Record<string, string> = {},
): Promise<WatchedProcess> {
  const api = await stage.startApi({ ...env, ...place })
  while (!api.told()?.ready) await pause(100)
  await pause(5_000)
  return api
}

/** haproxy with default settings: it checks /readyz every two seconds, needs three equal results, and keeps connections. */
export async function startBalancer(
  places: BalancerTarget[],
  port?: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  await installed([HAPROXY], ['haproxy'])
  port ??= await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const servers = places.map(
    ({ HTTP_PORT, INTERNAL_PORT }, n) => `  server api${n} 127.0.0.1:${HTTP_PORT} check port ${INTERNAL_PORT}`,
  )
  await writeFile(
    file,
    [
      'defaults',
      '  mode http',
      '  timeout connect 2s',
      '  timeout client 60s',
      '  timeout server 60s',
      'frontend callers',
      `  bind 127.0.0.1:${port}`,
      '  default_backend apis',
      'backend apis',
      '  balance roundrobin',
      '  option httpchk GET /readyz',
      ...servers,
      '',
    ].join('\n'),
  )
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`)
    await pause(100)
  }
  return {
    url,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      process.off('exit', end)
      await rm(folder, { recursive: true })
    },
  }
}
