import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../http/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { NamedNetwork } from '../../platform/http/address.ts'

/** A private network in which a user may have endpoints. */
export interface Permission extends NamedNetwork {
  user_id: string
  created_at: string
}

export type PermissionKey = Omit<Permission, 'created_at'>

const LISTED_MAX = 500
const columns = raw('user_id, network, first_port, last_port, created_at')

/** The private networks that an operator allowed for this user. */
export function namedNetworks(tx: Tx): Promise<NamedNetwork[]> {
  return tx.query<NamedNetwork>(sql`
    select network, first_port, last_port from webhook_networks where user_id = ${tx.scope.user_id}`)
}

/** The newer entry replaces one with the same network and first port. */
export async function allowNetwork(tx: Transaction, allowed: PermissionKey): Promise<Permission> {
  const [permission] = await tx.query<Permission>(sql`
    insert into webhook_networks (user_id, network, first_port, last_port)
    values (${allowed.user_id}, ${allowed.network}, ${allowed.first_port}, ${allowed.last_port})
    on conflict (user_id, network, first_port) do update set last_port = excluded.last_port
    returning ${columns}`)
  return permission!
}

export async function disallowNetwork(tx: Transaction, allowed: PermissionKey): Promise<Permission | undefined> {
  const [permission] = await tx.query<Permission>(sql`
    delete from webhook_networks
    where user_id = ${allowed.user_id} and network = ${allowed.network} and first_port = ${allowed.first_port}
      and last_port = ${allowed.last_port}
    returning ${columns}`)
  return permission
}

/** All networks of one user; there are few. */
export function listNetworksOf(tx: Transaction, user_id: string): Promise<Permission[]> {
  return tx.query<Permission>(sql`
    select ${columns} from webhook_networks where user_id = ${user_id} order by created_at desc limit ${LISTED_MAX}`)
}
