import { randomUUID } from 'node:crypto'
import { setTimeout as pause, setInterval } from 'node:timers/promises'
import { type SinkAnswer, startWebhookSink, type WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { kill, openStage, type WebhookDrillEnvironment, type Worker } from './stage.ts'

export interface KillDrill {
  adminUrl: string
  effects: number
  workers: number
  killEveryMs: number
  /** Once the last effect was requested, the killing continues until nine in ten are delivered, up to this limit. */
  killOnMs: number
  /** Whether enough was tested before that: so many kills, so many calls meanwhile. */
  isEnough?: (kills: number, calls: number) => boolean
  drainMs: number
  say: (line: string) => void
  /** Starts a worker; the control arm uses a naive one here. */
  startWorker?: (stage: WebhookDrillEnvironment, url: string) => Worker
  answer?: () => SinkAnswer
}

export interface KillWorkersFindings {
  effects: number
  unanswered: number
  kills: number
  calls: number
  calls_while_killing: number
  /** Each of these must be 0. */
  effects_without_event: number
  effects_with_two_events: number
  events_without_effect: number
  events_never_heard: number
  heard_but_no_event: number
  ids_with_two_bodies: number
  gaps_in_sequence: number
  deliveries_not_settled: number
  /** These may have any value: they show that the drill had something to find. */
  heard_more_than_once: number
  heard_out_of_order: number
}

/** The load generator's own record: the version after each acknowledged effect. */
type Acknowledged = { account_id: string; version: number }

/** A sink that fails three calls in ten: an error, a lost response, or none. */
export function failingSink(): SinkAnswer {
  const luck = Math.random()
  if (luck < 0.2) return 500
  if (luck < 0.29) return 'drop'
  return luck < 0.3 ? 'hang' : 204
}

export async function runKillDrill(drill: KillDrill): Promise<KillWorkersFindings> {
  const { say } = drill
  const stage = await openStage(drill.adminUrl, 50)
  const sink = await startWebhookSink(drill.answer ?? failingSink)
  const { id: endpoint_id } = await stage.endpoint(`${sink.url}/drill`)
  const start = () => drill.startWorker?.(stage, `${sink.url}/drill`) ?? stage.startWorker()
  const workers = Array.from({ length: drill.workers }, start)
  const killer = startKiller(workers, drill.killEveryMs, start, () => sink.heard.length)

  const { acknowledged, unanswered } = await makeEffects(stage, drill.effects, say)
  say(
    `${acknowledged.length} effects acknowledged, ${killer.kills()} workers killed, ${sink.heard.length} calls so far`,
  )
  await mostAreHeard(sink, drill, killer.kills)
  const kills = await killer.stop()
  const calls_while_killing = sink.heard.length
  await drained(stage, sink, drill)
  await Promise.all(workers.map(kill))
  const findings = await count(stage, sink, endpoint_id, acknowledged)
  await stage.close()
  await sink.close()
  return { effects: acknowledged.length, unanswered, kills, calls_while_killing, ...findings }
}

/** A worker that takes longer than this to its first call is killed before it. */
const FIRST_CALL_MS = 3_000

/**
 * Kills the worker that has delivered longest, and starts another. A delivery has to arrive between two kills: on a busy
 * machine all would die before their first call, and nothing be tested.
 */
function startKiller(workers: Worker[], everyMs: number, start: () => Worker, calls: () => number) {
  const stopping = new AbortController()
  let kills = 0
  let last = { at: Date.now(), calls: 0 }
  const ended = (async () => {
    for await (const _ of setInterval(everyMs, undefined, { signal: stopping.signal })) {
      const turn = workers.findIndex(({ isReady }) => isReady)
      if (turn < 0 || (calls() === last.calls && Date.now() < last.at + FIRST_CALL_MS)) continue
      const [victim] = workers.splice(turn, 1)
      workers.push(start())
      await kill(victim!)
      kills += 1
      last = { at: Date.now(), calls: calls() }
    }
  })().catch(() => {})
  return {
    kills: () => kills,
    async stop() {
      stopping.abort()
      await ended
      return kills
    },
  }
}

async function mostAreHeard({ heard }: WebhookSink, drill: KillDrill, kills: () => number): Promise<void> {
  const end = Date.now() + drill.killOnMs
  const most = drill.effects * 0.9
  while (Date.now() < end && heard.filter(({ status }) => status === 204).length < most) {
    if (drill.isEnough?.(kills(), heard.length)) return
    await pause(500)
  }
}

async function makeEffects(stage: WebhookDrillEnvironment, effects: number, say: (line: string) => void) {
  const acknowledged: Acknowledged[] = []
  let unanswered = 0
  let asked = 0
  const one = async () => {
    while (asked < effects) {
      const account_id = stage.accounts[asked % stage.accounts.length]!
      asked += 1
      if (asked % 2_000 === 0) say(`${asked} effects asked for`)
      const answer = await stage.patch(account_id, { nickname: randomUUID() }).catch(() => undefined)
      await answer?.arrayBuffer()
      const version = Number(/\d+/.exec(answer?.headers.get('etag') ?? '')?.[0])
      if (answer?.status === 200) acknowledged.push({ account_id, version })
      else unanswered += 1
    }
  }
  await Promise.all(Array.from({ length: 12 }, one))
  return { acknowledged, unanswered }
}

/** Until nothing is pending, or nothing arrived for as long as a lease and a retry last. */
async function drained({ db }: WebhookDrillEnvironment, sink: WebhookSink, { drainMs, say }: KillDrill): Promise<void> {
  const end = Date.now() + drainMs
  for (let seen = -1, still = 0; Date.now() < end && still < 25; still = sink.heard.length === seen ? still + 1 : 0) {
    seen = sink.heard.length
    const { rows } = await db.query<{ count: number }>(
      `select count(*)::int as count from webhook_deliveries where status = 'PENDING'`,
    )
    if (rows[0]!.count === 0) return
    say(`${rows[0]!.count} still to be delivered`)
    await pause(1_000)
  }
}

/** Everything is counted from the generator's own record, the tables, and the sink's. */
async function count(
  { db }: WebhookDrillEnvironment,
  sink: WebhookSink,
  endpoint_id: string,
  acknowledged: Acknowledged[],
) {
  const { rows: events } = await db.query<{ id: string; object_id: string; sequence: string }>(
    `select id, object_id, sequence from events where type = 'crossborder.account.updated'`,
  )
  const { rows: unsettled } = await db.query(
    `select 1 from webhook_deliveries where endpoint_id = $1 and status <> 'DELIVERED'`,
    [endpoint_id],
  )
  const told = Map.groupBy(events, ({ object_id, sequence }) => key(object_id, sequence))
  const done = new Set(acknowledged.map(({ account_id, version }) => key(account_id, version)))
  const heard = sink.heard.filter(({ status }) => status === 204)
  const heardIds = new Set(heard.map(idOf))
  const ids = new Set(events.map(({ id }) => id))
  const bodies = Map.groupBy(sink.heard, idOf)
  return {
    calls: sink.heard.length,
    effects_without_event: [...done].filter((effect) => !told.has(effect)).length,
    effects_with_two_events: [...told.values()].filter((same) => same.length > 1).length,
    events_without_effect: [...told.keys()].filter((event) => !done.has(event)).length,
    events_never_heard: events.filter(({ id }) => !heardIds.has(id)).length,
    heard_but_no_event: [...heardIds].filter((id) => !ids.has(id)).length,
    ids_with_two_bodies: [...bodies.values()].filter((calls) => new Set(calls.map(({ body }) => body)).size > 1).length,
    ...order(heard.map(({ body }) => JSON.parse(body) as { object_id: string; sequence: number })),
    deliveries_not_settled: unsettled.length,
    heard_more_than_once: heard.length - heardIds.size,
  }
}

const key = (object_id: string, sequence: unknown) => `${object_id} ${String(sequence)}`
const idOf = (call: { headers: Record<string, unknown> }) => String(call.headers['webhook-id'])

/**
 * A receiver that keeps the last sequence of each object recognises an old event by its number, and a missing one by the
 * gap.
 */
function order(heard: { object_id: string; sequence: number }[]) {
  let heard_out_of_order = 0
  let gaps_in_sequence = 0
  for (const told of Map.groupBy(heard, ({ object_id }) => object_id).values()) {
    const sequences = told.map(({ sequence }) => sequence)
    heard_out_of_order += sequences.filter((sequence, at) => at > 0 && sequence < sequences[at - 1]!).length
    const known = [...new Set(sequences)].toSorted((a, b) => a - b)
    gaps_in_sequence += known.filter((sequence, at) => sequence !== at + 2).length
  }
  return { gaps_in_sequence, heard_out_of_order }
}

const mustBeZero = [
  'unanswered',
  'effects_without_event',
  'effects_with_two_events',
  'events_without_effect',
  'events_never_heard',
  'heard_but_no_event',
  'ids_with_two_bodies',
  'gaps_in_sequence',
  'deliveries_not_settled',
] as const

export function failures(findings: KillWorkersFindings): string[] {
  return mustBeZero.filter((name) => findings[name] !== 0)
}
