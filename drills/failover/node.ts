import type { ChildProcess } from 'node:child_process'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { readYaml } from '../../test/support/deployments.ts'
import { type Host, NOBODY } from './network.ts'

export const BIN = '/usr/lib/postgresql/15/bin'

export interface Node {
  host: Host
  file: string
  data: string
  patroni?: ChildProcess
}

interface Declared {
  restapi: object
  postgresql: { authentication: object }
}

interface Around {
  folder: string
  etcds: Host[]
  /** Who may connect. */
  range: string
}

/** The node of `deploy/patroni/patroni.yml`, told of its host: its addresses, its folders, and that there is no TLS within one machine. */
export async function describeNode(host: Host, { folder, etcds, range }: Around): Promise<Node> {
  const { name, address } = host
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
    restapi: { ...declared.restapi, listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { hosts: etcds.map((etcd) => `${etcd.address}:2379`) },
    postgresql: {
      ...declared.postgresql,
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      bin_dir: BIN,
      data_dir: data,
      pgpass: join(home, 'pgpass'),
      parameters: { unix_socket_directories: home },
      pg_hba: [
        'local all all trust',
        `host replication all ${range} scram-sha-256`,
        `host all all ${range} scram-sha-256`,
      ],
    },
  }
  await writeFile(file, stringify(config))
  return { host, file, data }
}
