import type { Command } from 'commander'
import type { ResponseBody } from './gateway.ts'
import { show } from './show.ts'

/** Loaded only when needed, because the other webhook commands are for integrators and must start quickly. */
const desk = () => import('./backoffice.ts')

interface NetworkFlags {
  user: string
  network: string
  ports: string
  reason: string
}

/** For operators, at the backoffice: the private networks to which a user's webhooks may be sent. */
export function addNetworkCommands(webhooks: Command): void {
  webhooks
    .command('allow')
    .description('let webhooks of a user be sent into a network that is not public (DESK_URL)')
    .requiredOption('--user <user_id>', 'whose endpoints')
    .requiredOption('--network <cidr>', 'such as 10.20.0.0/16, or one address: 10.20.1.7/32')
    .requiredOption('--ports <port or range>', 'such as 8443, or 8000-8099')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, named: NetworkFlags) {
      const { doAtDesk } = await desk()
      await doAtDesk(this, `/v1/users/${named.user}/webhooks/networks`, bodyOf(named))
    })

  webhooks
    .command('disallow')
    .description('take back what allow gave; connections that are open are used no more')
    .requiredOption('--user <user_id>', 'whose endpoints')
    .requiredOption('--network <cidr>', 'as it was named')
    .requiredOption('--ports <port or range>', 'as they were named')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, named: NetworkFlags) {
      const { doAtDesk } = await desk()
      await doAtDesk(this, `/v1/users/${named.user}/webhooks/networks/disallow`, bodyOf(named))
    })

  webhooks
    .command('allowed')
    .description('what allow gave, the newest first')
    .requiredOption('--user <user_id>', 'to whom')
    .action(async function (this: Command, { user }: { user: string }) {
      const { readDesk } = await desk()
      show(this, (await readDesk(`/v1/users/${user}/webhooks/networks`))['data'] as ResponseBody[])
    })
}

function bodyOf({ network, ports, reason }: NetworkFlags) {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(ports) ?? []
  if (first === undefined || Number(first) > Number(last)) throw new Error('ports are one port, or two and a hyphen')
  return { network, first_port: Number(first), last_port: Number(last), reason }
}
