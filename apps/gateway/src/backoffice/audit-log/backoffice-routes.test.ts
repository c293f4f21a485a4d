import { writeAct } from '@eclusa/testing/audit-log.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry } from './audit-entry.ts'

/** listJournal, getJournalEntry and revealJournalEntry: what an auditor reads, and what is recorded about the auditor. */
let gateway: TestGateway
let desk: TestDesk
beforeAll(async () => {
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway)
  for (let n = 0; n < 45; n += 1) await writeAct(desk.services.pool, n)
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

const dora = () => desk.person('dora', 'auditor')
const list = (query = '') => desk.ask({ url: `/v1/journal${query}`, as: dora() })
const numbers = (body: unknown) => (body as { data: JournalEntry[] }).data.map(({ sequence }) => sequence)

describe('listing the journal', () => {
  it('shows the newest first, page after page, and nothing encrypted', async () => {
    const first = await list('?page_size=20')
    expect(first.status).toBe(200)
    const { page_state, has_next_page, data } = first.body as unknown as {
      page_state: string
      has_next_page: boolean
      data: JournalEntry[]
    }
    expect(has_next_page).toBe(true)
    expect(data[0]).toMatchObject({ sequence: 45, actor_id: 'sub-ana', operation: 'decideSomething', has_sealed: true })
    expect(JSON.stringify(first.body)).not.toMatch(/depois|"sealed"|"id"/)
    const second = await list(`?page_size=20&page_state=${page_state}`)
    expect([...numbers(first.body), ...numbers(second.body)]).toEqual(Array.from({ length: 40 }, (_, n) => 45 - n))
  })

  it('finds by person, by subject, by operation and by period', async () => {
    expect(numbers((await list('?subject_id=subject-7')).body)).toEqual([8])
    expect(numbers((await list('?actor_id=sub-nobody')).body)).toEqual([])
    expect(numbers((await list('?actor_id=sub-ana&operation=decideSomething&page_size=3')).body)).toEqual([45, 44, 43])
    expect(numbers((await list('?operation=digest-events')).body)).toEqual([])
    const { created_at } = (await desk.ask({ url: '/v1/journal/10', as: dora() })).body as unknown as JournalEntry
    const until = numbers((await list(`?created_at_end=${created_at}&order=asc&page_size=100`)).body)
    expect(until.length).toBeLessThan(10)
    const since = numbers((await list(`?created_at_start=${created_at}&order=asc&page_size=100`)).body)
    expect([...until, ...since]).toEqual(Array.from({ length: 45 }, (_, n) => n + 1))
  })

  it('is for auditors only', async () => {
    const others = desk.person('eva', 'viewer', 'analyst', 'approver', 'operator')
    const asks = [
      { url: '/v1/journal' },
      { url: '/v1/journal/1' },
      { method: 'POST', url: '/v1/journal/1/reveal', body: { reason: 'curiosity' } },
    ] as const
    for (const ask of asks)
      expect(await desk.ask({ ...ask, as: others })).toMatchObject({ status: 403, body: { code: 'ROLE_MISSING' } })
  })

  it.each(['0', '-1', '1.5', 'x', '99999999999999999999'])('rejects the number %s', async (number) => {
    expect(await desk.ask({ url: `/v1/journal/${number}`, as: dora() })).toMatchObject({ status: 400 })
  })

  it('returns 404 for a missing entry', async () => {
    expect(await desk.ask({ url: '/v1/journal/1000', as: dora() })).toMatchObject({
      status: 404,
      body: { code: 'JOURNAL_ENTRY_NOT_FOUND' },
    })
  })
})

describe('revealing the encrypted part', () => {
  const reveal = (sequence: number, reason = 'audit of September') =>
    desk.ask({ method: 'POST', url: `/v1/journal/${sequence}/reveal`, as: dora(), body: { reason } })
  const count = async () => Number((await gateway.db.admin.query('select count(*) from audit_log')).rows[0].count)

  it('decrypts it, and is recorded in the journal with its reason', async () => {
    const before = await count()
    expect(await reveal(3)).toMatchObject({ status: 200, body: { sequence: 3, sealed: { name: ['antes', 'depois'] } } })
    expect(await count()).toBe(before + 1)
    expect((await desk.ask({ url: `/v1/journal/${before + 1}`, as: dora() })).body).toMatchObject({
      actor_id: 'sub-dora',
      operation: 'revealJournalEntry',
      reason: 'audit of September',
      subject_type: 'journal_entry',
      subject_id: '3',
      has_sealed: false,
    })
  })

  it('is 404 without an encrypted part, and requires a reason', async () => {
    const before = await count()
    expect(await reveal(1_000)).toMatchObject({ status: 404, body: { code: 'JOURNAL_ENTRY_NOT_FOUND' } })
    expect(await reveal(before)).toMatchObject({ status: 409, body: { code: 'JOURNAL_NOTHING_SEALED' } })
    expect(await reveal(3, '   ')).toMatchObject({ status: 400 })
    expect(await count()).toBe(before)
  })
})
