import { type ChildProcess, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../sandbox/free-port.ts'
import type { Node } from './node.ts'

/** Starts a program of the cluster, which ends with it. */
type Run = (program: string, words: string[]) => ChildProcess

/** Where Patroni keeps who leads. */
export async function startEtcd(folder: string, run: Run): Promise<{ port: number; etcd: ChildProcess }> {
  const [port, peers] = [await freePort(), await freePort()]
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`]
  const etcd = run('/usr/bin/etcd', [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ])
  return { port, etcd }
}

/** `deploy/haproxy/haproxy.cfg` with the addresses of this machine. */
export async function startProxy(folder: string, nodes: Node[], run: Run): Promise<number> {
  const port = await freePort()
  let text = readFileSync(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url), 'utf8')
  text = text.replace('127.0.0.1:5000', `127.0.0.1:${port}`)
  for (const { name, port: at, restPort } of nodes)
    text = text.replace(`server ${name} ${name}.internal:5432`, `server ${name} 127.0.0.1:${at} port ${restPort}`)
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, text)
  await promisify(execFile)('/usr/sbin/haproxy', ['-c', '-f', file])
  run('/usr/sbin/haproxy', ['-db', '-f', file])
  return port
}
