import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { readSecret, signatureRefusal } from '../events/signature.ts'
import { byName, connectGateway, loadClient } from './client/connection.ts'
import { followingOptions, timeOf, untilInterrupted } from './client/follow.ts'
import { forwardEvents } from './client/listen.ts'
import { type Acted, actingOf } from './client/on-behalf-of.ts'
import { addTriggerCommand } from './client/trigger.ts'
import type { ResponseBody } from './gateway.ts'
import { show } from './show.ts'
import { addNetworkCommands } from './webhook-networks.ts'

interface Signed {
  secret: string
  id: string
  timestamp: string
  signature: string
  body: string
}

interface Listened extends Acted {
  forwardTo: string
  anywhere?: true
  secret?: string
  type?: string
  since?: string
}

/** For integrators, through the API of a running gateway; the network commands for operators use the backoffice. */
export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('receive, verify and repair webhooks')

  webhooks.commandsGroup('Integrators, at a gateway (ECLUSA_URL):')
  followingOptions(webhooks.command('listen'))
    .description('forward new events, signed, to a program on this machine; needs no endpoint')
    .requiredOption('--forward-to <url>', 'where to POST each event, such as http://localhost:3000/hook')
    .option('--anywhere', 'let that be another machine')
    .option('--secret <whsec>', 'secret to sign with; made when absent')
    .option('--type <type>', 'only events of this type')
    .action(async function (this: Command) {
      const { type, since, product, targetUser, ...options } = this.opts<Listened>()
      const client = await connectGateway({ acting: actingOf({ product, targetUser } as Acted) })
      await forwardEvents(client, {
        ...options,
        query: { type },
        since: since === undefined ? undefined : timeOf(since),
        signal: untilInterrupted(),
        say: (line) => void process.stdout.write(`${line}\n`),
      })
    })

  addTriggerCommand(webhooks)

  webhooks
    .command('verify')
    .description('check the signature of a webhook you received')
    .requiredOption('--secret <whsec>', "the endpoint's secret")
    .requiredOption('--id <webhook-id>', 'the header webhook-id')
    .requiredOption('--timestamp <webhook-timestamp>', 'the header webhook-timestamp')
    .requiredOption('--signature <webhook-signature>', 'the header webhook-signature')
    .option('--body <file>', 'the body, byte for byte; - is standard input', '-')
    .action(function (this: Command, { secret, id, timestamp, signature, body }: Signed) {
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
      const bytes = readFileSync(body === '-' ? 0 : body, 'utf8')
      const reason = signatureRefusal(headers, bytes, readSecret(secret), new Date())
      show(this, { verified: reason === undefined, ...(reason && { reason }) })
      if (reason) process.exitCode = 1
    })

  webhooks
    .command('deliveries')
    .description('the newest deliveries, and how the last attempt of each went')
    .option('--endpoint <endpoint_id>', 'to this endpoint only')
    .option('--status <status>', 'PENDING, DELIVERED, FAILED or CANCELED')
    .action(async function (this: Command, { endpoint: endpoint_id, status }: { endpoint?: string; status?: string }) {
      const query = { page_size: 100, endpoint_id, status }
      const { data } = await byName(await connectGateway(), 'listDeliveries')({ query })
      show(this, (data['data'] as ResponseBody[]).map(inColumns))
    })

  webhooks
    .command('resend')
    .description('send one delivery again, or all of one event')
    .argument('<delivery or event>', 'its id')
    .action(async function (this: Command, id: string) {
      show(this, (await resend(id)).map(inColumns))
    })

  webhooks
    .command('recover')
    .description('send an endpoint everything it missed since a time')
    .argument('<endpoint_id>')
    .requiredOption('--since <date-time>', 'ISO 8601, such as 2026-11-14T00:00:00Z, or how long ago, such as 2h')
    .action(async function (this: Command, endpoint_id: string, { since }: { since: string }) {
      const body = { since: timeOf(since).toISOString() }
      const { data } = await (await connectGateway()).recoverDeliveries({ params: { endpoint_id }, body })
      show(this, data)
    })

  webhooks.commandsGroup('Operators, at the backoffice (DESK_URL):')
  addNetworkCommands(webhooks)
}

/** Sends the newest delivery of an event to each endpoint again. */
async function resend(id: string): Promise<ResponseBody[]> {
  const client = await connectGateway()
  const { paginate: each, Problem } = await loadClient()
  const again = async (delivery_id: string): Promise<ResponseBody> =>
    (await client.resendDelivery({ params: { delivery_id } })).data
  try {
    return [await again(id)]
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'WEBHOOKS_DELIVERY_NOT_FOUND') throw error
    const newest = new Map<string, string>()
    for await (const one of each(client.listDeliveries, { query: { event_id: id, page_size: 100 } }))
      if (!newest.has(one.endpoint_id)) newest.set(one.endpoint_id, one.id)
    if (newest.size === 0) throw error
    const sent: ResponseBody[] = []
    for (const delivery_id of newest.values()) sent.push(await again(delivery_id))
    return sent
  }
}

function inColumns({ id, event_type, status, attempts, created_at }: ResponseBody): ResponseBody {
  const tries = attempts as ResponseBody[]
  const last = tries.at(-1)
  return {
    delivery_id: id,
    event_type,
    status,
    attempts: tries.length,
    last: last?.['status_code'] ?? last?.['error'],
    created_at,
  }
}
