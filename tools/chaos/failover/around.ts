import { type ChildProcess, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@eclusa/simulators/free-port.ts'
import type { Host } from './network.ts'
import type { Node } from './node.ts'

/** Starts a program of the cluster on a host, which ends with it. */
type Run = (host: Host, program: string, words: string[]) => ChildProcess

const peer = ({ address }: Host) => `http://${address}:2380`

/** One that can be killed, and started again with its data. */
export interface Etcd {
  child: ChildProcess
  start(): void
}

/** The store of Patroni's leader lock. */
export function createEtcds(folder: string, hosts: Host[], run: Run): Etcd[] {
  const all = hosts.map((host) => `${host.name}=${peer(host)}`).join(',')
  return hosts.map((host) => {
    const client = `http://${host.address}:2379`
    const start = () =>
      run(host, '/usr/bin/etcd', [
        `--name=${host.name}`,
        `--data-dir=${join(folder, host.name)}`,
        `--listen-client-urls=${client}`,
        `--advertise-client-urls=${client}`,
        `--listen-peer-urls=${peer(host)}`,
        `--initial-advertise-peer-urls=${peer(host)}`,
        `--initial-cluster=${all}`,
      ])
    const etcd: Etcd = {
      child: start(),
      start() {
        etcd.child = start()
      },
    }
    return etcd
  })
}

/** `deploy/haproxy/haproxy.cfg` with the addresses of this cluster. It runs beside the gateway, as documented. */
export async function startProxy(folder: string, here: Host, nodes: Node[], run: Run): Promise<number> {
  const port = await freePort()
  let text = readFileSync(new URL('../../../deploy/haproxy/haproxy.cfg', import.meta.url), 'utf8')
  text = text.replace('127.0.0.1:5000', `127.0.0.1:${port}`)
  for (const { host } of nodes) text = text.replace(`${host.name}.internal:5432`, `${host.address}:5432`)
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, text)
  await promisify(execFile)('/usr/sbin/haproxy', ['-c', '-f', file])
  run(here, '/usr/sbin/haproxy', ['-db', '-f', file])
  return port
}
