import { setTimeout as pause } from 'node:timers/promises'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { waitForStandby } from '@eclusa/testing/standby.ts'
import { createWire, type Wire } from '@eclusa/testing/wire.ts'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'

/** An outcome is committed, failed or unknown, and unknown is never returned as success. */
let gateway: TestGateway
let wire: Wire
let user: TestUser
let account: Awaited<ReturnType<TestGateway['account']>>
/** The version of the account before the fault. */
let warm: number

beforeEach(async () => {
  gateway = await createTestGateway(
    {},
    {},
    {
      between: async (url) => {
        wire = await createWire(url)
        return wire.url
      },
    },
  )
  user = await gateway.user()
  account = await gateway.account(user)
  await gateway.ask({ method: 'PATCH', url: account.url, as: user, body: { nickname: 'warm' } })
  warm = (await stored()).version
})
afterEach(async () => {
  await gateway.close()
  await wire.close()
})

const patch = () => gateway.ask({ method: 'PATCH', url: account.url, as: user, body: { nickname: 'once' } })
const stored = async () =>
  (
    await gateway.db.admin.query<{ nickname: string; version: number }>(
      'select nickname, version::int from crossborder_accounts where id = $1',
      [account.account_id],
    )
  ).rows[0]!

/** The next COMMIT, or its response, is dropped, and the connection with it. */
function cutOnce(atCommit: 'hold-commit' | 'hold-answer'): void {
  wire.atCommit = atCommit
  wire.onHeld = () => {
    wire.atCommit = 'pass'
    wire.cut()
  }
}

describe('the connection is lost', () => {
  it('after COMMIT was done: the effect is found, and returned as success', async () => {
    cutOnce('hold-answer')
    const answer = await patch()
    expect(answer).toMatchObject({ status: 200, body: { nickname: 'once' } })
    expect(await stored()).toEqual({ nickname: 'once', version: warm + 1 })
    expect((await patch()).body).toMatchObject({ code: 'REPLAY', first_request_id: answer.headers['x-request-id'] })
  })

  it('before COMMIT arrived: nothing happened, and the caller gets a 503', async () => {
    cutOnce('hold-commit')
    const answer = await patch()
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(answer.headers['retry-after']).toBeDefined()
    expect(await stored()).toEqual({ nickname: 'warm', version: warm })
    expect((await patch()).status).toBe(200)
  })

  it('and the database stays down: the outcome is unknown, and the repeat shows it', async () => {
    wire.atCommit = 'hold-answer'
    wire.onHeld = () => void wire.close()
    const answer = await patch()
    expect(answer).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
    expect(await stored()).toEqual({ nickname: 'once', version: warm + 1 })
  })
})

describe('the database is down in between', () => {
  it('connections that died while idle are replaced without an error', async () => {
    wire.cut()
    await pause(50)
    expect((await patch()).status).toBe(200)
    const { admin } = gateway.db
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'eclusa-api'`,
    )
    await pause(50)
    expect([200, 409]).toContain((await patch()).status)
  })

  it('a record locked for too long is 503 and unchanged', async () => {
    const client = await gateway.db.admin.connect()
    await client.query('begin')
    await client.query('select 1 from crossborder_accounts where user_id = $1 and id = $2 for update', [
      user.user_id,
      account.account_id,
    ])
    const answer = await patch()
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    await client.query('rollback')
    client.release()
    expect(await stored()).toEqual({ nickname: 'warm', version: warm })
  })
})

// The whole server is paused, which affects other runs on a shared one.
describe.skipIf(process.env['DATABASE_URL'])('a commit that may not have reached the replicas', () => {
  // A replica that never responds: every commit waits for it, as with a network partition.
  const waitFor = (standby: string) => waitForStandby(inject('adminUrl'), standby)
  afterEach(() => waitFor(''))

  it('returns a warning, which does not count as success', async () => {
    // synchronous_commit is off for the other tests; here the role of the API has it on.
    await gateway.db.admin.query(
      `alter role eclusa_sandbox_api in database ${new URL(gateway.db.api).pathname.slice(1)} set synchronous_commit = on`,
    )
    wire.cut()
    await waitFor('nobody_by_this_name')
    await pause(100)
    const asked = patch()
    const cancel = async () => {
      for (let n = 0; n < 100; n += 1) {
        await pause(50)
        await gateway.db.admin.query(`set synchronous_commit = off`)
        await gateway.db.admin.query(
          `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'eclusa-api' and wait_event = 'SyncRep'`,
        )
        if (await Promise.race([asked.then(() => true), pause(1).then(() => false)])) return
      }
    }
    const [answer] = await Promise.all([asked, cancel()])
    expect(answer).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
    await waitFor('')
    // The documented next step: the same request again, which finds the effect and names it.
    expect((await patch()).body).toMatchObject({ code: 'REPLAY', first_status: 200 })
  })
})
