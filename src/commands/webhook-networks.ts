import type { Command } from 'commander'
import {
  allowNetwork,
  disallowNetwork,
  listAllowedNetworks,
  type PermissionKey,
} from '../areas/webhooks/network-store.ts'
import { kept } from '../desk/journal/kept.ts'
import { asOperator, keeping } from './operator.ts'
import { show } from './show.ts'

interface Named {
  user: string
  network: string
  ports: string
}

/** For operators, by their own login: which networks that are not public the webhooks of a user may be sent to. */
export function addNetworkCommands(webhooks: Command): void {
  webhooks
    .command('allow')
    .description('let webhooks of a user be sent into a network that is not public (DATABASE_BOOTSTRAP_URL)')
    .requiredOption('--user <user_id>', 'whose endpoints')
    .requiredOption('--network <cidr>', 'such as 10.20.0.0/16, or one address: 10.20.1.7/32')
    .requiredOption('--ports <port or range>', 'such as 8443, or 8000-8099')
    .action(async function (this: Command, named: Named) {
      show(
        this,
        await keeping(actOf('webhooks allow', named), async (tx) => {
          const allowed = await allowNetwork(tx, keyOf(named))
          return { answer: allowed, changes: { ports: named.ports }, records: [kept.network(allowed)] }
        }),
      )
    })

  webhooks
    .command('disallow')
    .description('take back what allow gave; connections that are open are used no more')
    .requiredOption('--user <user_id>', 'whose endpoints')
    .requiredOption('--network <cidr>', 'as it was named')
    .requiredOption('--ports <port or range>', 'as they were named')
    .action(async function (this: Command, named: Named) {
      show(
        this,
        await keeping(actOf('webhooks disallow', named), async (tx) => {
          const taken = await disallowNetwork(tx, keyOf(named))
          if (!taken) throw new Error('there is no such permission: check it with eclusa webhooks allowed')
          return { answer: taken, changes: { ports: named.ports }, records: [kept.network(taken)] }
        }),
      )
    })

  webhooks
    .command('allowed')
    .description('what allow gave, the newest first')
    .option('--user <user_id>', 'to this user only')
    .action(async function (this: Command, { user }: { user?: string }) {
      show(this, await asOperator((db) => listAllowedNetworks(db, user)))
    })
}

const actOf = (operation: string, { user, network }: Named) => ({
  operation,
  user_id: user,
  subject: { type: 'webhook_network', id: network },
})

function keyOf({ user: user_id, network, ports }: Named): PermissionKey {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(ports) ?? []
  if (first === undefined || Number(first) > Number(last)) throw new Error('ports are one port, or two and a hyphen')
  return { user_id, network, first_port: Number(first), last_port: Number(last) }
}
