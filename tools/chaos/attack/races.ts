import { type GatewayEnvironment, openStage } from '@eclusa/testing/processes/gateway-environment.ts'
import { Pool } from 'undici'
import { createRandom, type Random } from '../random.ts'
import { type CheckRoundEffects, judgeRound, type RaceAnswer } from './check-round.ts'
import { type Counts, join } from './counts.ts'
import { doorOf } from './environment.ts'
import type { AttackPart } from './part.ts'

const WIDTH = 30
const LIMIT_MS = 60_000
const schemas = [undefined, 'nonce', 'x-transaction-uuid', 'x-transaction-uuid&nonce']

/**
 * Race test: the same request thirty times at once, at two processes: one takes effect, and the others are rejected as
 * repeats.
 */
export const races: AttackPart = {
  name: 'races',
  what: `races of the four replay schemas, ${WIDTH} wide, at two processes`,
  rounds: 2_000,
  planted: { bug: 'http/replay-never-claimed', rounds: 5, finds: 'successes' },

  async generate({ root, rounds, seed, say }) {
    const stage = await openStage()
    const env = { DATABASE_POOL_SIZE: String(WIDTH) }
    const apis = [await stage.startApi(env, doorOf(root)), await stage.startApi(env, doorOf(root))]
    const pools = apis.map(
      ({ base_url }) => new Pool(base_url, { connections: WIDTH, headersTimeout: LIMIT_MS, bodyTimeout: LIMIT_MS }),
    )
    const all: Counts[] = []
    try {
      for (const [at, schema] of schemas.entries()) {
        for (let round = 0; round < rounds; round += 1) {
          const random = createRandom(seed * 1_000_003 + at * 100_003 + round)
          const what = `${schema ?? 'no schema'}, round ${round}`
          all.push(judgeRound(what, await race(stage, pools, schema, random)))
          if (round % 500 === 499) say(`  ${schema ?? 'no schema'}: ${round + 1} of ${rounds} rounds`)
        }
      }
    } finally {
      await Promise.all(pools.map((pool) => pool.destroy()))
      await stage.close()
    }
    return join(all)
  },
}

async function race(stage: GatewayEnvironment, pools: Pool[], schema: string | undefined, random: Random) {
  const [client_id, account_id] = [random.uuid(), random.uuid()]
  await stage.plant(client_id, account_id)
  const before = await effectsOn(stage, client_id, account_id)
  const sent = {
    method: 'PATCH' as const,
    path: `/v1/crossborder/clients/${client_id}/accounts/${account_id}`,
    headers: {
      authorization: `Bearer ${stage.token}`,
      'content-type': 'application/json',
      nonce: random.uuid(),
      'x-transaction-uuid': random.uuid(),
      ...(schema && { 'x-include-replay-protection-schema': schema }),
    },
    body: JSON.stringify({ nickname: `race ${random.int(1_000_000)}` }),
  }
  const places = Array.from({ length: WIDTH }, () => random.pick(pools))
  const answers = await Promise.all(places.map((pool) => ask(pool, sent)))
  const after = await effectsOn(stage, client_id, account_id)
  const effects = Object.fromEntries(
    Object.entries(after).map(([what, n]) => [what, n - before[what as keyof CheckRoundEffects]]),
  )
  return { answers, effects: effects as unknown as CheckRoundEffects }
}

async function ask(pool: Pool, sent: Parameters<Pool['request']>[0]): Promise<RaceAnswer> {
  try {
    const { statusCode, headers, body } = await pool.request(sent)
    const { code, first_request_id } = (await body.json()) as { code?: string; first_request_id?: string }
    return { status: statusCode, code, request_id: String(headers['x-request-id']), first_request_id }
  } catch (error) {
    return { status: undefined, code: (error as Error).name }
  }
}

async function effectsOn(
  { admin, user }: GatewayEnvironment,
  client_id: string,
  account_id: string,
): Promise<CheckRoundEffects> {
  const { rows } = await admin.query<CheckRoundEffects>({
    name: 'effects',
    text: `select (select version from crossborder_accounts where user_id = $1 and id = $3)::int as version,
      (select count(*) from client_activity where user_id = $1 and client_id = $2)::int as activity,
      (select count(*) from events where user_id = $1 and object_id = $3)::int as events`,
    values: [user.user_id, client_id, account_id],
  })
  return rows[0]!
}
