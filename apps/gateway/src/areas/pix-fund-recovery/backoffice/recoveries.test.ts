import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { followMoney, recoveryOf } from '@eclusa/testing/recovery-requests.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../backoffice/auth/person.ts'

let gateway: TestGateway
let desk: TestDesk
let ana: Person
let user: TestUser
let id: string
beforeAll(async () => {
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway)
  ana = desk.person('ana', 'analyst')
  user = await gateway.user()
  id = await recoveryOf(gateway, user)
  await followMoney(gateway, id)
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

const show = (as = ana, of = user.user_id) => desk.ask({ url: `/v1/recoveries/${id}?user_id=${of}`, as })
const reveal = (body: object, as = ana) => desk.ask({ method: 'POST', url: `/v1/recoveries/${id}/reveal`, as, body })
const stored = async () =>
  (await gateway.db.admin.query('select * from fund_recovery_requests where id = $1', [id])).rows[0]
const journal = async () => (await gateway.db.admin.query('select * from audit_log where subject_id = $1', [id])).rows

describe('GET /v1/recoveries/:id', () => {
  it('shows the state and the tracking graph, with personal data masked', async () => {
    const { status, body } = await show(desk.person('vera', 'viewer'))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      revealed: false,
      recovery: { id, user_id: user.user_id, status: 'CREATED' },
      hops: [
        {
          end_to_end_id: 'E1',
          from: '22222222 #2',
          to: '22222222 #2',
          from_account: 2,
          to_account: 2,
          amount: 15_990,
          refundable_amount: 990,
          depth: 0,
        },
      ],
      accounts: [{ number: 2, bank_ispb: '22222222', owner: 1, owner_type: 'NATURAL_PERSON' }],
      followed: { at: '2026-02-02T10:20:30.000Z', max_hops: 2, hop_window: 'PT1H' },
      events: [{ type: 'pix.fund_recovery_request.created', sequence: 1 }],
    })
    const { contact_email, contact_phone } = await stored()
    for (const hidden of [contact_email, contact_phone]) expect(JSON.stringify(body)).not.toContain(hidden)
  })

  it('shows no graph until DICT has tracked the money', async () => {
    const unfollowed = await recoveryOf(gateway, user)
    const { body } = await desk.ask({ url: `/v1/recoveries/${unfollowed}?user_id=${user.user_id}`, as: ana })
    expect(body).toMatchObject({ hops: [], accounts: [] })
    expect(body).not.toHaveProperty('followed')
  })

  it('400: without the owner; 403: for an auditor; 404: not this user’s', async () => {
    expect(await desk.ask({ url: `/v1/recoveries/${id}`, as: ana })).toMatchObject({ status: 400 })
    expect(await show(desk.person('otto', 'auditor'))).toMatchObject({ status: 403 })
    expect(await show(ana, randomUUID())).toMatchObject({ status: 404, body: { code: 'FUND_RECOVERY_UNKNOWN' } })
  })
})

describe('POST /v1/recoveries/:id/reveal', () => {
  it('shows personal data to a user who gives a reason, and records the view; a rejection shows nothing', async () => {
    const { user_id } = user
    const reason = 'o cliente pergunta'
    expect(await reveal({ user_id })).toMatchObject({ status: 400 })
    expect(await reveal({ user_id, reason }, desk.person('vera', 'viewer'))).toMatchObject({ status: 403 })
    expect(await reveal({ user_id: randomUUID(), reason })).toMatchObject({ status: 404 })
    expect(await journal()).toEqual([])
    const { contact_email, contact_phone, description } = await stored()
    expect(await reveal({ user_id, reason })).toMatchObject({
      status: 200,
      body: { revealed: true, recovery: { contact_email, contact_phone, description } },
    })
    expect(await journal()).toEqual([
      expect.objectContaining({ operation: 'revealRecovery', actor_id: 'sub-ana', reason, user_id }),
    ])
  })
})
