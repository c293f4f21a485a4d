import { randomUUID } from 'node:crypto'
import { createDatabase, openAdminPool } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { type SeededUser, seed } from '@eclusa/simulators/seed.ts'
import { type ApiProcess, startApiProcess } from '@eclusa/testing/processes/gateway-process.ts'
import { createWire, type Wire } from '@eclusa/testing/wire.ts'
import type pg from 'pg'

/**
 * Kills the API with SIGKILL at the two worst moments of a write, and right after a response, and then checks:
 *
 *   before-commit   its INSERTs are done, COMMIT has not arrived     → nothing may be left, and the repeat takes effect
 *   before-answer   COMMIT is done, the caller has no response       → everything is there, and the repeat gets its result
 *   after-answer    the caller has the 200                           → everything is there
 *
 * The fault is injected on the wire, so the tested code is the released code.
 */
export const moments = ['before-commit', 'before-answer', 'after-answer'] as const
type Moment = (typeof moments)[number]

export interface KillApiResult {
  rounds: Record<Moment, number>
  acknowledged_lost: number
  claims_without_effect: number
  effects_without_claim: number
  half_effects: number
  applied_twice: number
  wrong_retries: number
  /** Rounds in which the fault missed its point: they prove nothing. */
  missed: number
}

interface KillApiEnvironment {
  user: SeededUser
  token: string
  admin: pg.Pool
  env: (databaseUrl: string) => Record<string, string>
  apiUrl: string
}

export async function killApi(roundsEach: number, say: (line: string) => void): Promise<KillApiResult> {
  const postgres = await startPostgres(process.env)
  const name = `eclusa_kill_${process.pid}`
  const database = await createDatabase(postgres.adminUrl, name)
  const pepper = 'pepper-of-the-drill-pepper-of-the-drill'
  const [user] = await seed(database, pepper)
  const issuer = await startIssuer([user!])
  const admin = openAdminPool(postgres.adminUrl, name, 2)
  const settings = gatewayEnvironment({ database, issuer, pepper })
  const env = (databaseUrl: string) => ({ ...settings, DATABASE_URL: databaseUrl })
  const stage: KillApiEnvironment = { user: user!, token: await issuer.token(user!), admin, env, apiUrl: database.api }
  const survivor = await startApiProcess(env(database.api))
  try {
    return await runRounds(stage, survivor, roundsEach, say)
  } finally {
    await survivor.kill()
    await issuer.close()
    await admin.end()
    await postgres.stop()
  }
}

async function runRounds(
  stage: KillApiEnvironment,
  survivor: ApiProcess,
  roundsEach: number,
  say: (line: string) => void,
): Promise<KillApiResult> {
  const verdict: KillApiResult = {
    rounds: { 'before-commit': 0, 'before-answer': 0, 'after-answer': 0 },
    acknowledged_lost: 0,
    claims_without_effect: 0,
    effects_without_claim: 0,
    half_effects: 0,
    applied_twice: 0,
    wrong_retries: 0,
    missed: 0,
  }
  // The next process starts while this one dies.
  let next = startVictim(stage)
  for (let round = 0; round < roundsEach * moments.length; round += 1) {
    const victim = await next
    const last = round === roundsEach * moments.length - 1
    if (!last) next = startVictim(stage)
    const moment = moments[round % moments.length]!
    await killOnce(stage, survivor, victim, moment, verdict)
    verdict.rounds[moment] += 1
    if (round % 30 === 29) say(`${round + 1} of ${roundsEach * moments.length} kills`)
  }
  return verdict
}

type Victim = { wire: Wire; api: ApiProcess }

async function startVictim({ env, apiUrl }: KillApiEnvironment): Promise<Victim> {
  const wire = await createWire(apiUrl)
  return { wire, api: await startApiProcess(env(wire.url)) }
}

async function killOnce(
  stage: KillApiEnvironment,
  survivor: ApiProcess,
  { wire, api }: Victim,
  moment: Moment,
  verdict: KillApiResult,
): Promise<void> {
  const body = { nickname: randomUUID() }
  const before = await countEffects(stage, body.nickname)
  let died: Promise<void> | undefined
  if (moment !== 'after-answer') {
    wire.atCommit = moment === 'before-commit' ? 'hold-commit' : 'hold-answer'
    wire.onHeld = () => {
      died ??= api.kill()
    }
  }
  const status = await patch(api.base_url, stage, body)
  await (died ?? api.kill())
  await wire.close()

  const expected = moment === 'before-commit' ? 0 : 1
  const left = await countEffects(stage, body.nickname)
  const effects = since(before, left)
  if (status === 200 && moment !== 'after-answer') verdict.missed += 1
  if (effects.events !== expected) verdict[status === 200 ? 'acknowledged_lost' : 'missed'] += 1
  if (new Set([effects.events, effects.activity, effects.rows]).size > 1) verdict.half_effects += 1
  if (effects.claims > 0 && effects.events === 0) verdict.claims_without_effect += 1
  if (effects.claims === 0 && effects.events > 0) verdict.effects_without_claim += 1

  const retry = await patchFully(survivor.base_url, stage, body)
  const told =
    expected === 1 ? retry.status === 409 && retry.body['first_request_id'] === left.request_id : retry.status === 200
  if (!told) verdict.wrong_retries += 1
  if (since(before, await countEffects(stage, body.nickname)).events !== 1) verdict.applied_twice += 1
}

interface KillApiEffects {
  claims: number
  events: number
  activity: number
  rows: number
  /** The id of the request whose change of the account took effect last. */
  request_id: string | null
}

/** The changes of one round: no other writer is active. */
function since(before: KillApiEffects, after: KillApiEffects) {
  const more = (what: 'claims' | 'events' | 'activity' | 'rows') => after[what] - before[what]
  return { claims: more('claims'), events: more('events'), activity: more('activity'), rows: more('rows') }
}

async function countEffects({ admin, user }: KillApiEnvironment, nickname: string): Promise<KillApiEffects> {
  // A backend of a dead client may take a moment to notice and roll back; its locks show it.
  await admin.query('select 1 from crossborder_accounts where id = $1 for update', [user.account_id])
  const { rows } = await admin.query<KillApiEffects>(
    `select (select count(distinct request_id)::int from replay_claims where status = 200 and repeats >= 0) as claims,
       (select count(*)::int from events) as events,
       (select count(*)::int from client_activity) as activity,
       (select count(*)::int from crossborder_accounts where id = $1 and nickname = $2) as rows,
       (select request_id from events where object_id = $1 order by sequence desc limit 1) as request_id`,
    [user.account_id, nickname],
  )
  return rows[0]!
}

/** The status, or undefined when the connection ended during the request. */
async function patch(base_url: string, stage: KillApiEnvironment, body: object): Promise<number | undefined> {
  return patchFully(base_url, stage, body).then(
    ({ status }) => status,
    () => undefined,
  )
}

async function patchFully(base_url: string, { user, token }: KillApiEnvironment, body: object) {
  const response = await fetch(`${base_url}/v1/crossborder/clients/${user.client_id}/accounts/${user.account_id}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      nonce: randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

if (import.meta.main) {
  const rounds = Number(process.argv[2] ?? 100)
  const verdict = await killApi(rounds, (line) => void process.stderr.write(`${line}\n`))
  const { rounds: done, ...counts } = verdict
  process.stdout.write(`${JSON.stringify({ rounds: done, ...counts })}\n`)
  process.exitCode = Object.values(counts).some((count) => count > 0) ? 1 : 0
}
