import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { exampleAddress } from '@eclusa/gateway/src/areas/onboarding/fields.ts'
import { sampleBankSlip } from '@eclusa/simulators/billet-registry/samples.ts'
import type { SeededUser } from '@eclusa/simulators/seed.ts'
import type pg from 'pg'

/** The state of a write while its scope is revoked. */
export const kinds = ['plain', 'lock', 'partner', 'stream'] as const
export type RoundsKind = (typeof kinds)[number]
/** Rounds of each kind in a hundred. */
const SHARES: Record<RoundsKind, number> = { plain: 65, lock: 15, partner: 12, stream: 8 }

export const ends = ['user', 'grant', 'product'] as const
export type RoundsEnd = (typeof ends)[number]

const [SLOW_MS, WRITERS, WRITES_MAX, PLANTED_AT_ONCE] = [40, 2, 40, 500]

/** A user that an owner acts for, under a product of its own, and the written records. */
export interface Target {
  user_id: string
  product_id: string
  client_id: string
  account_ids: string[]
  onboarding_id: string
}

export interface RoundsWrite {
  request_id: string
  status: number
  code: string | undefined
  began: number
  ended: number
}

export interface Round {
  kind: RoundsKind
  end: RoundsEnd
  user_id: string
  /** The request that revoked, when it was sent, and when it was acknowledged. */
  request_id: string
  sent: number
  acknowledged: number
  writes: RoundsWrite[]
}

export interface Grounds {
  admin: pg.Pool
  /** A connection for each round. */
  locks: pg.Pool
  /** Several processes: a revocation has to apply to each of them. */
  apis: string[]
  desk: { base_url: string; token: string }
  owners: { user: Pick<SeededUser, 'user_id'>; headers: Record<string, string> }[]
}

export const kindOf = (round: number): RoundsKind => {
  let place = round % 100
  return kinds.find((kind) => (place -= SHARES[kind]) < 0)!
}

/** The delay of the billet registry in these rounds. */
export const slowly = () => pause(Math.random() * SLOW_MS)

/** The targets of so many rounds, planted in the database, owned in turn. */
export async function plantTargets({ admin, owners }: Grounds, count: number): Promise<Target[]> {
  const targets = Array.from({ length: count }, () => ({
    user_id: randomUUID(),
    product_id: randomUUID(),
    client_id: randomUUID(),
    account_ids: [randomUUID(), randomUUID()],
    onboarding_id: randomUUID(),
  }))
  for (let from = 0; from < count; from += PLANTED_AT_ONCE) {
    const some = targets.slice(from, from + PLANTED_AT_ONCE)
    const column = (value: (target: Target, n: number) => string) => some.map(value)
    await admin.query(
      `with target as materialized (
         select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[])
           target (user_id, product_id, client_id, first_id, second_id, onboarding_id, owner_id)
       ), users as (insert into users (id, name) select user_id, 'target' from target),
       products as (insert into products (id, name) select product_id, 'drill' from target),
       members as (
         insert into product_users (product_id, user_id, role, is_default)
         select product_id, owner_id, 'OWNER', false from target
         union all select product_id, user_id, 'TARGET', false from target
         returning product_id, user_id, grant_id
       ), clients as (
         insert into crossborder_clients (user_id, id, product_id, name, type, country, nationality, document, document_type,
           email, address, status, created_at, updated_at)
         select user_id, client_id, product_id, 'Northwind Imports', 'LEGAL_PERSON', 'US', 'American', 'P1234567', 'OTHERS',
           'finance@northwind.example', '{}', 'ACTIVE', now(), now() from target
       ), accounts as (
         insert into crossborder_accounts (user_id, id, client_id, product_id, country, currency_symbol, account_type,
           account_number, account_name, nickname, branch, bank_name, bank_code, bank_code_type, clearing_code, status,
           created_at, updated_at)
         select user_id, id, client_id, product_id, 'US', 'USD', 'CHECKING', number, 'Operating account', 'main', '0001',
           'Example Bank', '021000021', 'ABA', 'CHIPS0001', 'ACTIVE', now(), now()
         from target, lateral (values (first_id, '000123456789'), (second_id, '000123456780')) accounts (id, number)
       ), holders as (
         insert into user_accounts (user_id, id, product_id, person_type, state, name, full_name, document, email, active,
           version, created_at, updated_at)
         select user_id, onboarding_id, product_id, 'NATURAL_PERSON', 'pending', 'P', 'P', onboarding_id::text,
           'p@eclusa.example', true, 1, now(), now() from target
       )
       insert into onboardings (user_id, id, product_id, account_id, person_type, status, document, full_name, address,
         grant_id, version, created_at, updated_at)
       select user_id, onboarding_id, product_id, onboarding_id, 'NATURAL_PERSON', 'pending', onboarding_id::text, 'P', $8,
         grant_id, 1, now(), now()
       from target join members using (user_id, product_id)`,
      [
        column(({ user_id }) => user_id),
        column(({ product_id }) => product_id),
        column(({ client_id }) => client_id),
        column(({ account_ids }) => account_ids[0]!),
        column(({ account_ids }) => account_ids[1]!),
        column(({ onboarding_id }) => onboarding_id),
        column((_, n) => owners[(from + n) % owners.length]!.user.user_id),
        exampleAddress,
      ],
    )
  }
  await admin.query('analyze')
  return targets
}

/**
 * The duration of writes of a kind, as a moving average: the revocation is sent at a random time within it, or shortly
 * after.
 */
const taking: Record<RoundsKind, number> = { plain: 30, lock: 60, partner: 60, stream: 60 }
const [AS_LONG, WEIGHT] = [1.5, 0.05]

/** Revokes while writes of this kind are in progress. */
export async function runRound(grounds: Grounds, n: number, target: Target): Promise<Round> {
  const kind = kindOf(n)
  const end = ends[n % ends.length]!
  const round: Round = {
    kind,
    end,
    user_id: target.user_id,
    request_id: '',
    sent: Infinity,
    acknowledged: Infinity,
    writes: [],
  }
  const send = async (path: string, init: RequestInit) => {
    const write = await ask(grounds, n, target, path, init)
    round.writes.push(write)
    taking[kind] += (write.ended - write.began - taking[kind]) * WEIGHT
    return write
  }
  const { answered } = await writers[kind](grounds, target, round, send)
  await pause(Math.random() * AS_LONG * taking[kind])
  await revoke(grounds, round, target)
  await answered
  return round
}

const ways: Record<RoundsEnd, (of: Target) => string> = {
  user: ({ user_id }) => `/v1/users/${user_id}/deactivate`,
  grant: ({ user_id, product_id }) => `/v1/products/${product_id}/users/${user_id}/remove`,
  product: ({ product_id }) => `/v1/products/${product_id}/deactivate`,
}

/** A machine of the institution revokes. A request that fails on a lock timeout has revoked nothing and is sent again. */
async function revoke({ desk }: Grounds, round: Round, target: Target): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    round.sent = Date.now()
    const answer = await fetch(desk.base_url + ways[round.end](target), {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'drill' }),
    })
    round.acknowledged = Date.now()
    round.request_id = answer.headers.get('x-request-id')!
    const text = await answer.text()
    if (answer.status === 200) return
    if (answer.status !== 503 || tries === 5) throw new Error(`revoking the ${round.end}: ${answer.status} ${text}`)
  }
}

type Send = (path: string, init: RequestInit) => Promise<RoundsWrite>
/** Resolves when the write was sent. */
type Writer = (grounds: Grounds, target: Target, round: Round, send: Send) => Promise<{ answered: Promise<unknown> }>

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const rename = (send: Send, { client_id, account_ids }: Target, which: number) =>
  send(
    `/v1/crossborder/clients/${client_id}/accounts/${account_ids[which]}`,
    json('PATCH', { nickname: randomUUID().slice(0, 20) }),
  )

const writers: Record<RoundsKind, Writer> = {
  /** One PATCH after the other, until one sent after the acknowledgement has a response. */
  async plain(_, target, round, send) {
    const write = async (which: number) => {
      for (let writes = 0; writes < WRITES_MAX; writes += 1) {
        const { began } = await rename(send, target, which)
        if (began > round.acknowledged) return
      }
    }
    return { answered: Promise.all(Array.from({ length: WRITERS }, (__, which) => write(which))) }
  },

  async lock({ locks }, target, _, send) {
    const holder = await locks.connect()
    await holder.query('begin')
    const values = [target.user_id, target.account_ids[0]]
    await holder.query('select 1 from crossborder_accounts where user_id = $1 and id = $2 for update', values)
    const release = async () => {
      await slowly()
      await holder.query('commit')
      holder.release()
    }
    return { answered: Promise.all([rename(send, target, 0), release()]) }
  },

  async partner(_, __, ___, send) {
    const { line } = sampleBankSlip({ amount: 1_000 + Math.floor(Math.random() * 9_000_000) })
    return { answered: send('/v1/banking/billet-payments/decode', json('POST', { typeable_line: line })) }
  },

  async stream(_, { onboarding_id }, __, send) {
    const boundary = 'eclusa-drill-boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="selfie"; filename="s.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
    const jpeg = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(2_000), Buffer.from('ffd9', 'hex')])
    async function* body() {
      yield Buffer.concat([Buffer.from(head), jpeg.subarray(0, 1_000)])
      await slowly()
      yield Buffer.concat([jpeg.subarray(1_000), Buffer.from(`\r\n--${boundary}--\r\n`)])
    }
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    // The type of the browser's fetch does not allow an iterable body.
    const sent = { method: 'POST', headers, body: body() as never, duplex: 'half' }
    return { answered: send(`/v2/users/onboardings/${onboarding_id}/documents`, sent) }
  },
}

async function ask(
  { apis, owners }: Grounds,
  n: number,
  { user_id, product_id }: Target,
  path: string,
  init: RequestInit,
): Promise<RoundsWrite> {
  const headers = {
    ...(init.headers as Record<string, string>),
    ...owners[n % owners.length]!.headers,
    nonce: randomUUID(),
    'x-product-uuid': product_id,
    'x-product-target-user-uuid': user_id,
  }
  const began = Date.now()
  try {
    const answer = await fetch(apis[Math.floor(Math.random() * apis.length)] + path, { ...init, headers })
    const { code } = (await answer.json()) as { code?: string }
    return {
      request_id: answer.headers.get('x-request-id')!,
      status: answer.status,
      code,
      began,
      ended: Date.now(),
    }
  } catch (error) {
    return { request_id: '', status: 0, code: String((error as Error).cause ?? error), began, ended: Date.now() }
  }
}
