import type { ChildProcess } from 'node:child_process'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { freePort } from '../../sandbox/free-port.ts'
import { readYaml } from '../../test/support/deployments.ts'

/** PostgreSQL refuses to run as root. */
export const NOBODY = 65_534
export const BIN = '/usr/lib/postgresql/15/bin'

export interface Node {
  name: string
  port: number
  restPort: number
  file: string
  data: string
  patroni?: ChildProcess
}

interface Declared {
  restapi: object
  postgresql: { authentication: object }
}

/** The node of `deploy/patroni/patroni.yml`, told of this machine: its addresses, its folders, and that there is no TLS on a loopback. */
export async function describeNode(folder: string, name: string, etcdPort: number): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()]
  const [declared] = readYaml<Declared>('deploy/patroni/patroni.yml') as [Declared]
  const home = join(folder, name)
  await mkdir(home)
  await chown(home, NOBODY, NOBODY)
  await chmod(home, 0o700)
  const file = join(folder, `${name}.yml`)
  const data = join(home, 'data')
  const config = {
    ...declared,
    name,
    restapi: { ...declared.restapi, listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
    postgresql: {
      ...declared.postgresql,
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      bin_dir: BIN,
      data_dir: data,
      pgpass: join(home, 'pgpass'),
      parameters: { unix_socket_directories: home },
      pg_hba: [
        'local all all trust',
        'host replication all 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
  }
  await writeFile(file, stringify(config))
  return { name, port, restPort, file, data }
}
