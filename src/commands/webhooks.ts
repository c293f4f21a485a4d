import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { readSecret, signatureRefusal } from '../events/signature.ts'
import { callGateway, type Json } from './gateway.ts'
import { forwardEvents } from './listen.ts'
import { show } from './show.ts'
import { addNetworkCommands } from './webhook-networks.ts'

interface Signed {
  secret: string
  id: string
  timestamp: string
  signature: string
  body: string
}

/** For integrators, but for what an operator allows: everything goes through the API of a running gateway, with ECLUSA_URL and ECLUSA_TOKEN. */
export function addWebhookCommands(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('receive, verify and mend webhooks (ECLUSA_URL, ECLUSA_TOKEN)')

  webhooks
    .command('listen')
    .description('forward new events, signed, to a program on this machine; needs no endpoint')
    .requiredOption('--forward-to <url>', 'where to POST each event')
    .option('--secret <whsec>', 'secret to sign with; made when absent')
    .option('--type <type>', 'only events of this type')
    .action(async (options: { forwardTo: string; secret?: string; type?: string }) => {
      const stop = new AbortController()
      process.once('SIGINT', () => stop.abort())
      process.once('SIGTERM', () => stop.abort())
      await forwardEvents({ ...options, signal: stop.signal, say: (line) => void process.stdout.write(`${line}\n`) })
    })

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
    .action(async function (this: Command, options: { endpoint?: string; status?: string }) {
      const query = new URLSearchParams({ page_size: '100' })
      if (options.endpoint) query.set('endpoint_id', options.endpoint)
      if (options.status) query.set('status', options.status)
      const page = await callGateway('GET', `/v1/webhooks/deliveries?${query}`)
      show(this, (page['data'] as Json[]).map(inColumns))
    })

  webhooks
    .command('resend')
    .description('send one delivery again')
    .argument('<delivery_id>')
    .action(async function (this: Command, delivery_id: string) {
      show(this, inColumns(await callGateway('POST', `/v1/webhooks/deliveries/${delivery_id}/resend`)))
    })

  webhooks
    .command('recover')
    .description('send an endpoint everything it missed since a time')
    .argument('<endpoint_id>')
    .requiredOption('--since <date-time>', 'ISO 8601, such as 2026-11-14T00:00:00Z')
    .action(async function (this: Command, endpoint_id: string, { since }: { since: string }) {
      show(this, await callGateway('POST', `/v1/webhooks/endpoints/${endpoint_id}/recover`, { since }))
    })

  addNetworkCommands(webhooks)
}

function inColumns({ id, event_type, status, attempts, created_at }: Json): Json {
  const tries = attempts as Json[]
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
