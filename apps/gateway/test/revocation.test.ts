import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { sampleBankSlip } from '@eclusa/simulators/billet-registry/samples.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { multipart, multipartHeaders, sha256 } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import { type HeldRegistry, startHeldRegistry } from '@eclusa/testing/held-registry.ts'
import { elsewhere, linkOf, videos } from '@eclusa/testing/liveness.ts'
import { personsOf } from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/**
 * No write commits after the revocation of its user, grant, product or API key was acknowledged, however long it was
 * running.
 */
let gateway: TestGateway
let desk: TestDesk
let registry: HeldRegistry
let closeRegistry: () => Promise<void>
let user: TestUser
beforeAll(async () => {
  const real = await startBilletRegistry()
  closeRegistry = () => real.close()
  registry = await startHeldRegistry(real.url)
  gateway = await createTestGateway({ BILLET_REGISTRY_URL: registry.url, BILLET_REGISTRY_TIMEOUT_MS: '8000' })
  desk = await createTestBackoffice(gateway)
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
  await registry.close()
  await closeRegistry()
})
beforeEach(async () => {
  user = await gateway.user()
})

const admin = (text: string, ...values: unknown[]) => gateway.db.admin.query(text, values)
const claims = async ({ user_id }: TestUser) =>
  (await admin('select count(distinct attempt_id)::int as n from replay_claims where user_id = $1', user_id)).rows[0]
    .n as number

/** Until a statement waits for a lock. */
async function standing(): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if ((await gateway.db.waiting()) > 0) return
    await pause(5)
  }
  throw new Error('no statement waits for a lock')
}

/** The revocations by which an operator ends the access of an owner that acts for a user. */
const ends = {
  user: ({ user_id }: TestUser) => `/v1/users/${user_id}/deactivate`,
  grant: ({ user_id, product_id }: TestUser) => `/v1/products/${product_id}/users/${user_id}/remove`,
  product: ({ product_id }: TestUser) => `/v1/products/${product_id}/deactivate`,
}
type TestRevocationEnd = keyof typeof ends
const everyEnd = Object.keys(ends) as TestRevocationEnd[]

async function revoke(end: TestRevocationEnd, acting: TestUser): Promise<void> {
  const as = desk.person('carla', 'operator')
  expect((await desk.ask({ method: 'POST', url: ends[end](acting), as, body: { reason: 'revoked' } })).status).toBe(200)
}

const endpointsOf = async ({ user_id }: TestUser) =>
  (await admin('select id from webhook_endpoints where user_id = $1 and deleted_at is null', user_id)).rows

/** Sends a request that waits for the lock, and revokes meanwhile. */
async function delayed(
  lock: { by: string; values?: unknown[] },
  ask: () => Promise<TestResponse>,
  end: () => Promise<void>,
) {
  const holder = await gateway.db.admin.connect()
  try {
    await holder.query('begin')
    await holder.query(lock.by, lock.values ?? [])
    const asked = ask()
    await standing()
    const revoking = end()
    // The revocation may itself wait for the request, as for an endpoint that is being created.
    await Promise.race([revoking, pause(1_000)])
    await holder.query('commit')
    return { answer: await asked, revoking }
  } finally {
    holder.release()
  }
}

async function endByHand(end: TestRevocationEnd, { user_id, product_id }: TestUser): Promise<void> {
  if (end === 'user') await admin(`update users set status = 'INACTIVE' where id = $1`, user_id)
  else if (end === 'product') await admin(`update products set status = 'INACTIVE' where id = $1`, product_id)
  else await admin('delete from product_users where product_id = $1 and user_id = $2', product_id, user_id)
}

describe('a body that is still arriving', () => {
  const paper = (name: string) =>
    readFileSync(new URL(`../../../packages/simulators/samples/${name}.png`, import.meta.url))
  const [selfie, front, back] = [paper('selfie'), paper('front'), paper('back')]
  const papers = { selfie, document_front: front, document_back: back, address_proof: front }

  /** Documents of an onboarding. The last part is sent after `meanwhile`. */
  async function stream(as: TestUser, credential: Record<string, string>, meanwhile: () => Promise<void>) {
    const persons = personsOf(gateway, as)
    const id = await persons.natural(await persons.account())
    const before = await claims(as)
    const body = multipart([
      { name: 'document_file_type', bytes: 'rg' },
      ...Object.entries(papers).map(([name, bytes]) => ({ name, file_name: `${name}.png`, type: 'image/png', bytes })),
    ])
    const payload = new PassThrough()
    const answer = gateway.app.inject({
      method: 'POST',
      url: `/v2/users/onboardings/${id}/documents`,
      headers: { nonce: randomUUID(), ...multipartHeaders, ...as.acting, ...credential },
      payload,
    })
    payload.write(body.subarray(0, -100))
    await pause(100)
    await meanwhile()
    payload.end(body.subarray(-100))
    const { statusCode, body: text } = await answer
    const { rows } = await admin('select count(*)::int as n from onboarding_documents where onboarding_id = $1', id)
    return { status: statusCode, text, documents: rows[0].n as number, claimed: (await claims(as)) - before }
  }
  const bearer = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` })
  const filesOf = async ({ user_id }: TestUser) => {
    const keys: string[] = []
    for await (const { key } of gateway.services.objects.list(`files/${user_id}/`)) keys.push(key)
    return keys
  }

  it.each(everyEnd)('is rejected when the %s was revoked, and leaves neither rows nor bytes', async (end) => {
    const acting = await gateway.acting(user)
    const seen = await stream(acting, bearer(acting), () => revoke(end, acting))
    expect(seen).toMatchObject({ status: 403, documents: 0, claimed: 0 })
    expect(await filesOf(user)).toEqual([])
  })

  it('is rejected when its own user was deactivated', async () => {
    const seen = await stream(user, bearer(user), () => revoke('user', user))
    expect(seen).toMatchObject({ status: 401, documents: 0, claimed: 0 })
  })

  it('is rejected when its API key was revoked, though the user has another', async () => {
    const { key, key_id } = await gateway.apiKey(user)
    await gateway.apiKey(user)
    const seen = await stream(user, { 'x-api-key': key }, async () => {
      const as = desk.person('carla', 'operator')
      const url = `/v1/keys/${key_id}/revoke`
      expect((await desk.ask({ method: 'POST', url, as, body: { reason: 'leaked' } })).status).toBe(200)
    })
    expect(seen).toMatchObject({ status: 401, documents: 0, claimed: 0 })
  })

  it.each([
    ['it is the first request of its user', false],
    ['another key of its user was used meanwhile', true],
  ])('of JSON is refused when its API key was revoked, also where %s', async (_, isOtherUsed) => {
    const { key, key_id } = await gateway.apiKey(user)
    const other = await gateway.apiKey(user)
    const url = '/v1/webhooks/endpoints'
    const payload = new PassThrough()
    const answer = gateway.app.inject({
      method: 'POST',
      url,
      headers: { nonce: randomUUID(), 'content-type': 'application/json', 'x-api-key': key },
      payload,
    })
    payload.write('{"url":')
    await pause(300)
    await admin('update api_keys set revoked_at = now() where id = $1', key_id)
    if (isOtherUsed) expect((await gateway.ask({ url, headers: { 'x-api-key': other.key } })).status).toBe(200)
    payload.end('"https://hooks.example/late"}')
    expect((await answer).statusCode).toBe(401)
    expect(await endpointsOf(user)).toEqual([])
  })

  it('of a deactivated user is refused for that, also where the body is malformed', async () => {
    const payload = new PassThrough()
    const answer = gateway.app.inject({
      method: 'POST',
      url: `/v2/users/onboardings/${randomUUID()}/documents`,
      headers: { nonce: randomUUID(), ...multipartHeaders, ...bearer(user) },
      payload,
    })
    await pause(100)
    await revoke('user', user)
    payload.end('not what was announced')
    expect((await answer).statusCode).toBe(401)
  })

  it('is stored once when its scope changed and still allows it', async () => {
    const seen = await stream(user, bearer(user), async () => void (await gateway.wallet(user)))
    expect(seen).toMatchObject({ status: 200, documents: 4, claimed: 1 })
  })
})

describe('a write that waits for a lock', () => {
  it.each(everyEnd)('is rejected when the %s was revoked meanwhile', async (end) => {
    const acting = await gateway.acting(user)
    const { url, account_id } = await gateway.account(acting)
    const before = await claims(acting)
    const lock = { by: 'select 1 from crossborder_accounts where id = $1 for update', values: [account_id] }
    const patch = () => gateway.ask({ method: 'PATCH', url, as: acting, body: { nickname: 'after' } })
    const { answer, revoking } = await delayed(lock, patch, () => revoke(end, acting))
    await revoking
    expect(answer).toMatchObject({ status: 403, body: { code: 'PRODUCT_FORBIDDEN' } })
    expect(await claims(acting)).toBe(before)
    const { rows } = await admin('select nickname from crossborder_accounts where id = $1', account_id)
    expect(rows[0].nickname).not.toBe('after')
  })

  it.each(everyEnd)('creates no endpoint when the %s was revoked before its last round trip', async (end) => {
    const acting = await gateway.acting(user)
    const before = await claims(acting)
    const lock = { by: 'lock table replay_claims in share row exclusive mode' }
    const making = () =>
      gateway.ask({
        method: 'POST',
        url: '/v1/webhooks/endpoints',
        as: acting,
        body: { url: 'https://hooks.example/late' },
      })
    const { answer } = await delayed(lock, making, () => endByHand(end, acting))
    expect(answer.status).toBe(403)
    expect(await endpointsOf(acting)).toEqual([])
    expect(await claims(acting)).toBe(before)
  })

  it('of a deactivated user is rejected for that and not as a repeat, and counts no repeat', async () => {
    const { url } = await gateway.account(user)
    const same = { method: 'PATCH', url, as: user, body: { nickname: 'twice' } } as const
    expect((await gateway.ask(same)).status).toBe(200)
    const repeats = async () =>
      (await admin('select sum(repeats)::int as n from replay_claims where user_id = $1', user.user_id)).rows[0].n
    const before = await repeats()
    const lock = { by: 'lock table replay_claims in share row exclusive mode' }
    const { answer } = await delayed(
      lock,
      () => gateway.ask(same),
      () => endByHand('user', user),
    )
    expect(answer.status).toBe(401)
    expect(await repeats()).toBe(before)
  })
})

describe('a write that waits for a partner', () => {
  it('is rejected when its user was deactivated before the partner responded', async () => {
    let asked = () => {}
    let release = () => {}
    const reached = new Promise<void>((resolve) => (asked = resolve))
    registry.hold = () => {
      asked()
      return new Promise<void>((resolve) => (release = resolve))
    }
    const before = await claims(user)
    const { line } = sampleBankSlip({ amount: 123_456 })
    const decoding = gateway.ask({
      method: 'POST',
      url: '/v1/banking/billet-payments/decode',
      as: user,
      body: { typeable_line: line },
    })
    await reached
    await revoke('user', user)
    release()
    registry.hold = async () => {}
    expect(await decoding).toMatchObject({ status: 401, body: { code: 'CREDENTIALS_REFUSED' } })
    const { rows } = await admin('select count(*)::int as n from billet_decodes where user_id = $1', user.user_id)
    expect(rows[0].n).toBe(0)
    expect(await claims(user)).toBe(before)
  })
})

describe('the last round trip', () => {
  const scopeOf = async ({ user_id, product_id }: TestUser) =>
    (await admin('select scope_version($1, $2, $1) as version', user_id, product_id)).rows[0].version as string
  const asserting = ({ user_id, product_id }: TestUser, version: string) =>
    [`select assert_scope($1, $2, $2, $1, $3)`, [user_id, product_id, version]] as [string, unknown[]]

  it('delays a revocation, which is acknowledged after the write has committed', async () => {
    const version = await scopeOf(user)
    const writer = await gateway.services.pool.connect()
    await writer.query('begin')
    await writer.query(...asserting(user, version))
    let acknowledged = false
    const revoking = revoke('user', user).then(() => (acknowledged = true))
    await standing()
    await pause(100)
    expect(acknowledged).toBe(false)
    await writer.query('commit')
    writer.release()
    await revoking
  })

  it('waits for a revocation that is committing, and sees it', async () => {
    const version = await scopeOf(user)
    const revoker = await gateway.db.admin.connect()
    await revoker.query('begin')
    await revoker.query(`update users set status = 'INACTIVE' where id = $1`, [user.user_id])
    await revoker.query('set constraints all immediate')
    const writer = await gateway.services.pool.connect()
    await writer.query('begin')
    const asserted = writer.query(...asserting(user, version)).catch((error: unknown) => error)
    await standing()
    await revoker.query('commit')
    revoker.release()
    expect(await asserted).toMatchObject({ code: 'SC001' })
    await writer.query('rollback')
    writer.release()
  })

  it('of an endpoint under a grant delays the end of the grant, which deletes the endpoint', async () => {
    const acting = await gateway.acting(user)
    const lock = { by: 'lock table events in share row exclusive mode' }
    const making = () =>
      gateway.ask({
        method: 'POST',
        url: '/v1/webhooks/endpoints',
        as: acting,
        body: { url: 'https://hooks.example/soon' },
      })
    const { answer, revoking } = await delayed(lock, making, () => revoke('grant', acting))
    await revoking
    expect(answer.status).toBe(201)
    expect(await endpointsOf(acting)).toEqual([])
  })
})

describe('the liveness page', () => {
  it.each(['user', 'product'] as const)(
    'keeps no part of a video that arrived while the %s was revoked',
    async (end) => {
      const { path, liveness_id } = await linkOf(gateway, user)
      const payload = new PassThrough()
      const bytes = videos.webm
      const sending = gateway.app.inject({
        method: 'PUT',
        url: `${path}/uploads/${randomUUID()}/parts/1`,
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(bytes.length),
          'x-part-sha256': sha256(bytes),
        },
        payload,
        remoteAddress: elsewhere(),
      })
      payload.write(bytes.subarray(0, 100))
      await pause(100)
      await revoke(end, user)
      payload.end(bytes.subarray(100))
      expect((await sending).statusCode).toBe(404)
      const { rows } = await admin(
        'select count(*)::int as n from liveness_upload_parts where liveness_id = $1',
        liveness_id,
      )
      expect(rows[0].n).toBe(0)
    },
  )

  it('keeps no part whose revocation was acknowledged after the last check of the link', async () => {
    const { path, liveness_id } = await linkOf(gateway, user)
    const holder = await gateway.db.admin.connect()
    await holder.query('begin')
    await holder.query('lock table liveness_upload_parts in share row exclusive mode')
    const sending = gateway.app.inject({
      method: 'PUT',
      url: `${path}/uploads/${randomUUID()}/parts/1`,
      headers: { 'content-type': 'application/octet-stream', 'x-part-sha256': sha256(videos.webm) },
      payload: Buffer.from(videos.webm),
      remoteAddress: elsewhere(),
    })
    await standing()
    await revoke('user', user)
    await holder.query('commit')
    holder.release()
    expect((await sending).statusCode).toBe(404)
    const { rows } = await admin(
      'select count(*)::int as n from liveness_upload_parts where liveness_id = $1',
      liveness_id,
    )
    expect(rows[0].n).toBe(0)
    const keys: string[] = []
    for await (const { key } of gateway.services.objects.list(`liveness-parts/${user.user_id}/`)) keys.push(key)
    expect(keys).toEqual([])
  })
})
