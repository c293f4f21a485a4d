import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { clientsOf } from '@eclusa/testing/crossborder.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { infractionCase, recoveryCase, refundCase, unclaimedReportCase } from '@eclusa/testing/pix-cases.ts'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../auth/person.ts'

let pix: TestPix
let desk: TestDesk
let user: TestUser
let ana: Person
let bruno: Person
let vera: Person
beforeAll(async () => {
  pix = await createTestPix()
  desk = await createTestBackoffice(pix.gateway, { DESK_SECOND_EYES: 'client_verdict' })
  user = await pix.gateway.user()
  ana = desk.person('ana', 'analyst')
  bruno = desk.person('bruno', 'approver')
  vera = desk.person('vera', 'viewer')
})
afterAll(async () => {
  await desk.close()
  await pix.close()
})

type TestTimelineEntry = {
  id: string
  at: string
  told_by: string
  what: string
  actor?: string
  reason?: string
} & Record<'details' | 'proposal_id', unknown>

const ask = (kind: string, id: string, more = '', as = vera, user_id: string | undefined = user.user_id) =>
  desk.ask({ url: `/v1/timelines/${kind}/${id}?${user_id ? `user_id=${user_id}` : ''}${more}`, as })
const told = async (kind: string, id: string, more = '', as = vera) =>
  (await ask(kind, id, `&page_size=100${more}`, as)).body['data'] as TestTimelineEntry[]
const post = (url: string, body: object, as: Person) => desk.ask({ method: 'POST', url, as, body })
const whats = (entries: TestTimelineEntry[]) => entries.map(({ what, actor }) => `${what} by ${actor}`)

const WHY = 'Call Joana at +55 11 98765-4321, joana@example.com, CPF 111.444.777-35.'
const MASKED = 'Call Joana at ***4321, j***@example.com, CPF ***7735.'

describe('the timeline of a client', () => {
  /** Assigned, revealed, proposed and declined, proposed and withdrawn, proposed and approved. */
  async function eventful(): Promise<string> {
    const id = await clientsOf(pix.gateway, user).made({})
    const { user_id } = user
    await post(`/v1/cases/client/${id}/assign`, { user_id, to: 'me' }, ana)
    await post(`/v1/clients/${id}/reveal`, { user_id, reason: WHY }, ana)
    const verdict = { user_id, status: 'ACTIVE', seen: 1, reason: WHY }
    for (const [end, as] of [
      ['decline', bruno],
      ['withdraw', ana],
      ['approve', bruno],
    ] as const) {
      const { body } = await post(`/v1/clients/${id}/verdict`, verdict, ana)
      const ended = await post(`/v1/proposals/${String(body['id'])}/${end}`, { reason: `${end}: 111.444.777-35` }, as)
      expect(ended.status, JSON.stringify(ended.body)).toBe(200)
    }
    return id
  }
  let id: string
  beforeAll(async () => {
    id = await eventful()
  })

  it('shows every event once, with its actor, newest first', async () => {
    const entries = await told('client', id)
    expect(whats(entries)).toEqual([
      'judgeClient by bruno',
      'judgeClient by ana',
      'withdrawProposal by ana',
      'judgeClient by ana',
      'declineProposal by bruno',
      'judgeClient by ana',
      'revealClient by ana',
      'assignCase by ana',
      'CLIENT_CREATED by gateway',
    ])
    expect(entries[0]).toMatchObject({
      details: { proposal: ['PENDING', 'APPROVED'], status: ['PENDING', 'ACTIVE'], proposed_by_name: 'ana' },
      proposal_id: expect.any(String),
    })
    expect(entries[7]).toMatchObject({ details: { assigned_name: [null, 'ana'] } })
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  it('is the same in pages of any size', async () => {
    const whole = await told('client', id)
    for (const size of [1, 2, 5]) {
      const read: TestTimelineEntry[] = []
      for (let state = ''; ; ) {
        const { body } = await ask('client', id, `&page_size=${size}${state}`)
        read.push(...(body['data'] as TestTimelineEntry[]))
        if (!body['has_next_page']) break
        state = `&page_state=${String(body['page_state'])}`
      }
      expect(read).toEqual(whole)
    }
  })

  it('masks free text until the reader has revealed the case, and only for that reader', async () => {
    for (const [as, revealed] of [
      [vera, ''],
      [vera, '&revealed=true'],
      [bruno, '&revealed=true'],
      [ana, ''],
    ] as const) {
      const text = JSON.stringify(await told('client', id, revealed, as))
      for (const secret of ['98765', 'joana@', '444.777']) expect(text, as.name).not.toContain(secret)
    }
    const [approved, proposed] = await told('client', id)
    expect(proposed!.reason).toBe(MASKED)
    expect(approved!.details).toMatchObject({ proposed_reason: MASKED })
    const open = await told('client', id, '&revealed=true', ana)
    expect(open[1]!.reason).toBe(WHY)
    expect(open[0]!.details).toMatchObject({ proposed_reason: WHY })
    // Without the role to reveal, the text is masked again.
    expect((await told('client', id, '&revealed=true', desk.person('ana', 'viewer')))[1]!.reason).toBe(MASKED)
    ana = desk.person('ana', 'analyst')
    // After an hour a new reason is required.
    const { clock } = desk.services
    desk.services.clock = { now: () => new Date(Date.now() + 3_660_000) }
    expect((await told('client', id, '&revealed=true', ana))[1]!.reason).toBe(MASKED)
    desk.services.clock = clock
    // The record itself also masks free text until then.
    const { body } = await desk.ask({ url: `/v1/clients/${id}?user_id=${user.user_id}`, as: vera })
    expect(JSON.stringify(body)).not.toContain('98765')
  })

  it('404: of another user, of another kind, unknown, and for roles without access to such a case', async () => {
    const stranger = await pix.gateway.user()
    for (const { status, body } of [
      await ask('client', id, '', vera, stranger.user_id),
      await ask('client', id, '', vera, ''),
      await ask('account', id),
      await ask('client', randomUUID()),
      await ask('client', id, '', desk.person('olga', 'operator')),
    ])
      expect([status, body['code']]).toEqual([404, 'CASE_NOT_FOUND'])
  })

  it('contains the acts on its accounts; the timeline of an account contains its client, and no other account', async () => {
    const { client_id, account_id, url } = await pix.gateway.account(user)
    const { user_id } = user
    const body = { ...shown('createAccount'), account_number: '55512345' }
    const made = await pix.gateway.ask({ method: 'POST', url: url.slice(0, url.lastIndexOf('/')), as: user, body })
    const other = String(made.body['id'])
    await post(`/v1/accounts/${account_id}/reveal`, { user_id, reason: WHY }, ana)
    expect(whats(await told('client', client_id))).toContain('revealAccount by ana')
    const ofAccount = await told('account', account_id)
    expect(whats(ofAccount)).toContain('revealAccount by ana')
    expect(whats(ofAccount)).toContain('CLIENT_CREATED by gateway')
    expect(ofAccount.filter(({ what }) => what === 'ACCOUNT_CREATED')).toHaveLength(1)
    expect(whats(await told('account', other))).not.toContain('revealAccount by ana')
  })
})

describe('the timeline of a Pix case', () => {
  it('of a report: what DICT reported, the request to the client and the decision', async () => {
    const { id } = await infractionCase(pix, user)
    await post(`/v1/infractions/${id}/reveal`, { reason: WHY }, ana)
    const entries = await told('infraction', id)
    expect(whats(entries)[0]).toBe('revealInfraction by ana')
    expect(entries.at(-1)).toMatchObject({ told_by: 'event', what: 'pix.infraction_notification.received' })
    expect((await told('infraction', id, '&revealed=true', ana))[0]!.reason).toBe(WHY)
  })

  it('of a refund, for an operator too; of a recovery, and of an unclaimed one', async () => {
    const olga = desk.person('olga', 'operator')
    const refund = await refundCase(pix, user)
    await post(`/v1/cases/refund/${refund.id}/assign`, { user_id: user.user_id, to: 'me' }, ana)
    expect(whats(await told('refund', refund.id, '', olga))).toEqual([
      'assignCase by ana',
      'pix.refund_request.received by undefined',
    ])
    const recovery = await recoveryCase(pix, user, 1)
    expect(whats(await told('recovery', recovery.id)).at(-1)).toBe('pix.fund_recovery_request.created by undefined')
    const report = await unclaimedReportCase(pix)
    await post(`/v1/cases/unclaimed_report/${report.id}/assign`, { to: 'me' }, ana)
    const { body } = await ask('unclaimed_report', report.id, '', olga, '')
    expect(whats(body['data'] as TestTimelineEntry[])).toEqual(['assignCase by ana', 'received by gateway'])
    expect((await ask('unclaimed_report', report.id, '', olga)).status).toBe(404)
  })
})
