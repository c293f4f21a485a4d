import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Rate } from './buckets.ts'
import type { DictFault } from './faults.ts'
import { perform } from './handle.ts'
import type { Operation } from './operation.ts'
import { type OperationName, operations } from './operations.ts'
import { analyseAsOthers, payRefundsAsOthers, reportAsPayer, settlePayment } from './other-participants.ts'
import { DictProblem } from './problem.ts'
import type { DictServer } from './server.ts'
import { settle } from './settle.ts'
import type { SentShape } from './shapes.ts'
import type { DictTransaction, Settings } from './state.ts'

/**
 * The strings behind the stage: a plain port on loopback through which a test moves the clock, plays the other banks,
 * asks for misbehaviour, and looks at what DICT really holds.
 *
 * | request | does |
 * |---|---|
 * | `POST /clock` `{advance_ms?, to?, freeze?, resume?, hasten?}` | moves the clock, or lets it run faster; answers `{now}` |
 * | `POST /settings` `{list_lag_ms?, …}` | changes how DICT behaves |
 * | `POST /transactions` `[{…}]` | makes payments known |
 * | `POST /payments` `{from?, to?, amount}` | settles a payment now, with some other bank at the end that is not named |
 * | `POST /report` `{transaction_id, situation_type}` | the bank of who paid reports it |
 * | `POST /analyse` `{funds_recovery_id, analysis_result}` | every other bank of a recovery analyses |
 * | `POST /pay-refunds` `{funds_recovery_id}` | every other bank that was asked pays back all of it |
 * | `POST /faults` `{kind, operation?, times?, delay_ms?}`, `DELETE /faults` | misbehaviour; delays are of DICT's clock |
 * | `POST /buckets` `{participant, rate, tokens}` | fills or empties a bucket |
 * | `POST /limits` `{rate, refill_per_minute, capacity}` | states other limits from now on |
 * | `POST /as/{ispb}/{operation}/{id?}` `{…}` | does an operation as that bank, with all of DICT's checks |
 * | `GET /state` | everything DICT holds, and how often it answered what |
 */
export function listenForTests(dict: DictServer): Server {
  return createServer((request, response) => {
    handle(dict, request).then(
      (reply) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply)),
      (error: unknown) => {
        const problem = error instanceof DictProblem
        const reply = problem ? { type: error.type, violations: error.violations } : { error: String(error) }
        response
          .writeHead(problem ? error.status : 400, { 'content-type': 'application/json' })
          .end(JSON.stringify(reply))
      },
    )
  })
}

async function handle(dict: DictServer, request: IncomingMessage): Promise<unknown> {
  const [, first = '', ...rest] = (request.url ?? '').split('/')
  if (request.method === 'GET' && first === 'state') return state(dict)
  if (request.method === 'DELETE' && first === 'faults') return dict.faults.clear() ?? {}
  const act = request.method === 'POST' && Object.hasOwn(actions, first) ? actions[first] : undefined
  if (!act) throw new Error('there is nothing here')
  return act(dict, await readJson(request), rest) ?? {}
}

// oxlint-disable-next-line typescript/no-explicit-any -- these are a test's own words; what matters is checked by DICT.
const actions: Record<string, (dict: DictServer, body: any, path: string[]) => unknown> = {
  clock({ world }, { advance_ms = 0, to, freeze = false, resume = false, hasten }: Record<string, number | boolean>) {
    if (hasten) world.clock.hasten(Number(hasten))
    if (freeze) world.clock.freeze()
    if (resume) world.clock.resume()
    // Advancing to a time in the past does nothing, so a repeated call moves the clock once.
    const awayMs = to === undefined ? 0 : new Date(to as never).getTime() - world.clock.now().getTime()
    world.clock.advance(Number(advance_ms) + Math.max(0, awayMs))
    settle(world)
    return { now: world.clock.now().toISOString() }
  },
  settings: ({ world }, changes: Partial<Settings>) => Object.assign(world.settings, changes),
  transactions({ world }, transactions: DictTransaction[]) {
    for (const transaction of transactions) world.transactions.set(transaction.id, transaction)
    return { known: world.transactions.size }
  },
  payments: ({ world }, asked: { from?: string; to?: string; amount: number }) => settlePayment(world, asked),
  report: (dict, asked: { transaction_id: string; situation_type: string }) => reportAsPayer(dict, asked),
  analyse: (dict, asked: { funds_recovery_id: string; analysis_result: string }) => analyseAsOthers(dict, asked),
  'pay-refunds': (dict, asked: { funds_recovery_id: string }) => payRefundsAsOthers(dict, asked),
  faults: (dict, fault: DictFault) => dict.faults.add(fault),
  buckets: (dict, body: { participant: string; rate: Rate; tokens: number }) =>
    dict.buckets.set(body.participant, body.rate, body.tokens),
  limits: (dict, body: { rate: Rate; refill_per_minute: number; capacity: number }) =>
    dict.buckets.limit(body.rate, body.refill_per_minute, body.capacity),
  as({ world, buckets }, body: Record<string, SentShape>, [caller = '', name = '', id = '']) {
    const operation: Operation | undefined = operations[name as OperationName]
    if (!operation) throw new Error('there is no such operation')
    const named = operation.idName ? { [operation.idName]: id } : {}
    const sent = { participant: caller, ...named, ...body }
    const query = new URLSearchParams({ Participant: caller, ...(body as Record<string, string>) })
    return perform(operation, { world, buckets, caller, id, query }, sent)
  },
}

function state({ world, answers }: DictServer) {
  settle(world)
  return {
    now: world.clock.now().toISOString(),
    infraction_reports: world.reports.all(),
    refunds: world.refunds.all(),
    funds_recoveries: world.recoveries.all(),
    fraud_markers: world.markers.all(),
    event_notifications: world.events,
    answers: Object.fromEntries(answers),
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString('utf8')) : {}
}
