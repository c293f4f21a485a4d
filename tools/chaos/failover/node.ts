import { type ChildProcess, execFile } from 'node:child_process'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readYaml } from '@eclusa/testing/deployments.ts'
import { stringify } from 'yaml'
import { type Host, NOBODY } from './network.ts'

export interface Node {
  host: Host
  file: string
  data: string
  patroni?: ChildProcess
}

interface DeclaredNode {
  restapi: object
  bootstrap: { dcs: { postgresql: { parameters: object; recovery_conf: object } } }
  postgresql: { bin_dir: string; parameters: object; pg_hba: string[] }
}

interface Around {
  folder: string
  etcds: Host[]
  /** The gateway's address, which uses no TLS here. */
  range: string
}

const [declared] = readYaml<DeclaredNode>('deploy/patroni/patroni.yml') as [DeclaredNode]
export const BIN = declared.postgresql.bin_dir

/**
 * The node of `deploy/patroni/patroni.yml` with its own values: addresses, folders, certificate, the user `nobody`, and no
 * archive. Nodes use TLS with each other, as that file requires; the gateway connects without TLS here, so `pg_hba` gets one
 * more line.
 */
export async function describeNode(host: Host, { folder, etcds, range }: Around): Promise<Node> {
  const { name, address } = host
  const home = join(folder, name)
  await mkdir(home)
  await chown(home, NOBODY, NOBODY)
  await chmod(home, 0o700)
  const file = join(folder, `${name}.yml`)
  const data = join(home, 'data')
  const { dcs } = declared.bootstrap
  const config = {
    ...declared,
    name,
    restapi: { ...declared.restapi, connect_address: `${address}:8008` },
    etcd3: { hosts: etcds.map((etcd) => `${etcd.address}:2379`) },
    bootstrap: {
      ...declared.bootstrap,
      dcs: {
        ...dcs,
        postgresql: {
          ...dcs.postgresql,
          parameters: { ...dcs.postgresql.parameters, archive_command: '/bin/true' },
          recovery_conf: { restore_command: '/bin/false' },
        },
      },
    },
    postgresql: {
      ...declared.postgresql,
      connect_address: `${address}:5432`,
      data_dir: data,
      pgpass: join(home, 'pgpass'),
      parameters: {
        ...declared.postgresql.parameters,
        unix_socket_directories: home,
        ...(await certificateIn(home)),
      },
      pg_hba: [
        ...declared.postgresql.pg_hba.map((line) => line.replace(/ peer$/, ' peer map=drill')),
        `hostnossl all all ${range} scram-sha-256`,
      ],
      pg_ident: ['drill nobody postgres'],
    },
  }
  await writeFile(file, stringify(config))
  return { host, file, data }
}

/** An unverified certificate: nodes accept any, as in the file. */
async function certificateIn(home: string) {
  const [ssl_cert_file, ssl_key_file] = [join(home, 'server.crt'), join(home, 'server.key')]
  const made = [
    '-x509',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-subj',
    '/CN=db.internal',
  ]
  await promisify(execFile)('openssl', ['req', ...made, '-keyout', ssl_key_file, '-out', ssl_cert_file])
  // The server rejects a key that others may read.
  await chmod(ssl_key_file, 0o600)
  await chown(ssl_key_file, NOBODY, NOBODY)
  return { ssl_cert_file, ssl_key_file }
}
