import type { Command } from 'commander'
import { asOperator, found, type Row, show } from './operator.ts'

const columns = 'user_id, network, first_port, last_port, created_at'
const LIST_MAX = 500

interface Named {
  user: string
  network: string
  ports: string
}

/** For operators, by their own login: which networks that are not public the webhooks of a user may be sent to. */
export function addNetworkCommands(webhooks: Command): void {
  webhooks
    .command('allow')
    .description('let webhooks of a user be sent into a network that is not public (DATABASE_OPERATOR_URL)')
    .requiredOption('--user <user_id>', 'whose endpoints')
    .requiredOption('--network <cidr>', 'such as 10.20.0.0/16, or one address: 10.20.1.7/32')
    .requiredOption('--ports <port or range>', 'such as 8443, or 8000-8099')
    .action(async function (this: Command, { user, network, ports }: Named) {
      const { rows } = await asOperator((db) =>
        db.query<Row>(
          `insert into webhook_networks (user_id, network, first_port, last_port) values ($1, $2, $3, $4)
           on conflict (user_id, network, first_port) do update set last_port = excluded.last_port
           returning ${columns}`,
          [user, network, ...readPorts(ports)],
        ),
      )
      show(this, found(rows, 'the network'))
    })

  webhooks
    .command('disallow')
    .description('take back what allow gave; connections that are open are used no more')
    .requiredOption('--user <user_id>', 'whose endpoints')
    .requiredOption('--network <cidr>', 'as it was named')
    .requiredOption('--ports <port or range>', 'as they were named')
    .action(async function (this: Command, { user, network, ports }: Named) {
      const { rows } = await asOperator((db) =>
        db.query<Row>(
          `delete from webhook_networks where user_id = $1 and network = $2 and first_port = $3 and last_port = $4
           returning ${columns}`,
          [user, network, ...readPorts(ports)],
        ),
      )
      if (!rows[0]) throw new Error('there is no such permission: check it with eclusa webhooks allowed')
      show(this, rows[0])
    })

  webhooks
    .command('allowed')
    .description(`what allow gave, the newest ${LIST_MAX}`)
    .option('--user <user_id>', 'to this user only')
    .action(async function (this: Command, { user }: { user?: string }) {
      const { rows } = await asOperator((db) =>
        db.query<Row>(
          `select ${columns} from webhook_networks where $1::uuid is null or user_id = $1
           order by created_at desc limit $2`,
          [user, LIST_MAX],
        ),
      )
      show(this, rows)
    })
}

function readPorts(text: string): [number, number] {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? []
  if (first === undefined || Number(first) > Number(last)) throw new Error('ports are one port, or two and a hyphen')
  return [Number(first), Number(last)]
}
