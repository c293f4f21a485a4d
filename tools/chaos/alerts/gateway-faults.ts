import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { beginFlood } from '../credential-flood/flood.ts'
import { freezeDatabase } from '../readiness/freeze.ts'
import { holding, repeating, type Trouble } from './fault.ts'
import type { Gateway } from './gateway.ts'

const killed = (who: 'desk' | 'worker', what: string): Trouble => ({
  what,
  async begin({ [who]: program }) {
    await program.kill()
    return () => program.start()
  },
})

export const deskKilled = killed('desk', 'the desk is killed')
export const workerKilled = killed('worker', 'the only worker is killed')

export const databaseFrozen: Trouble = {
  what: 'every process of the database is stopped where it stands',
  async begin({ stage: { admin } }) {
    const thaw = await freezeDatabase(admin)
    return async () => thaw()
  },
}

async function dropTables(admin: pg.Pool, pattern: string, from: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname ~ $1 and relname >= $2`,
    [pattern, from],
  )
  for (const { name } of rows) await admin.query(`drop table ${name}`)
}

export const monthsDropped: Trouble = {
  what: 'the partitions of decoded billets are dropped from next month on',
  async begin({ stage: { admin } }) {
    // Early in a month the next one is too far away to be missed, so this one is dropped as well.
    const { rows } = await admin.query<{ from: string }>(
      `select to_char(case when next_month - today < 30 then next_month else today end, '"billet_decodes_"YYYY_MM') as from
       from (select (now() at time zone 'UTC')::date as today,
         (date_trunc('month', now() at time zone 'UTC') + interval '1 month')::date as next_month) days`,
    )
    await dropTables(admin, String.raw`^billet_decodes_\d{4}_\d\d$`, rows[0]!.from)
    return async () => void (await admin.query('select make_coming_month_partitions()'))
  },
}

export const daysDropped: Trouble = {
  what: 'the partitions of the request log are dropped from today on',
  async begin({ stage: { admin } }) {
    const { rows } = await admin.query<{ today: string }>(
      `select to_char(now() at time zone 'UTC', '"request_log_"YYYY_MM_DD') as today`,
    )
    await dropTables(admin, String.raw`^request_log_\d{4}_\d\d_\d\d$`, rows[0]!.today)
    return async () => void (await admin.query('select make_request_log_days()'))
  },
}

export const slotHeld: Trouble = {
  what: 'a transaction that stays open keeps six hours old replay claims from being emptied',
  async begin({ stage: { admin, user } }) {
    await admin.query(
      `insert into replay_claims (user_id, fingerprint, nonce, slot, attempt_id, request_id, status, first_seen_at, last_seen_at)
       values ($1, sha256('drill'), $2, (replay_slot(now()) + 1) % 4, $2, 'drill', 200, now() - interval '6 hours', now())`,
      [user.user_id, randomUUID()],
    )
    const release = await holding(admin, 'select count(*) from replay_claims')
    return async () => {
      await release()
      await admin.query('select empty_next_replay_slot()')
    }
  },
}

const ours = 'select from crossborder_accounts where user_id = $1 order by id for update'
const [HELD_MS, FREE_MS] = [2_000, 200]

export const accountsSlow: Trouble = {
  what: `somebody holds every account for ${HELD_MS / 1_000} s at a time`,
  begin: async ({ stage: { admin, user } }) =>
    repeating(FREE_MS, async () => {
      const release = await holding(admin, ours, [user.user_id])
      await pause(HELD_MS)
      await release()
    }),
}

const CROWD = 80
const AGAIN_MS = 100

export const crowded: Trouble = {
  what: `somebody holds every account, and ${CROWD} callers change them all the time`,
  async begin(gateway) {
    const { admin, user } = gateway.stage
    const release = await holding(admin, ours, [user.user_id])
    const callers = Array.from({ length: CROWD }, (_, n) => repeating(AGAIN_MS, () => change(gateway, n)))
    return async () => {
      await release()
      await Promise.all(callers.map((stop) => stop()))
    }
  },
}

async function change({ api, stage, accounts }: Gateway, n: number): Promise<void> {
  const { client_id, account_id } = accounts[n % accounts.length]!
  const answer = await fetch(`${api.part.base_url}/v1/crossborder/clients/${client_id}/accounts/${account_id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${stage.token}`, nonce: randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify({ nickname: randomUUID() }),
  }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => {})
}

const STRANGERS = 300
const request =
  'GET /v1/crossborder/clients HTTP/1.1\r\nhost: gateway\r\nnonce: 7d5e9a26-6a1e-4a3e-8f4a-3c1d2b5e9f10\r\nx-api-key: {key}\r\n\r\n'

export const strangersComing: Trouble = {
  what: `${STRANGERS} connections bring made-up API keys while somebody holds the table of keys`,
  async begin({ api, stage: { admin } }) {
    const release = await holding(admin, 'lock table api_keys in access exclusive mode')
    const flood = await beginFlood({ port: Number(new URL(api.part.base_url).port), connections: STRANGERS, request })
    return async () => {
      await flood.end()
      await release()
    }
  },
}
