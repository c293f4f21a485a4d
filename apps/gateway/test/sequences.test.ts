import { randomUUID } from 'node:crypto'
import { magicCpf, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { examples } from '@eclusa/testing/examples.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { agree, completeParts, sendParts, sendVideo, videos } from '@eclusa/testing/liveness.ts'
import { createTestOnboarding, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { field, file, NATURAL, naturalBody, personsOf, picture } from '@eclusa/testing/persons.ts'
import { createTestRecovery, type TestRecovery } from '@eclusa/testing/recovery.ts'
import { brokenSequences } from '@eclusa/testing/sequences.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '../src/api.ts'
import { closeNotifications } from '../src/areas/pix-infractions/close-notifications.job.ts'
import { pollNotifications } from '../src/areas/pix-infractions/poll-notifications.job.ts'

/**
 * Property of every object of every area: its events count 1, 2, 3 and so on, without gaps and repeats, and listed by time
 * they are in that order. A consumer that has seen 4 and then sees 6 waits for 5, and 5 comes.
 */
const broken = ({ db }: TestGateway) => brokenSequences(db.admin, { from: 'one' })

/** The event types that occurred, to check that a test covered what it intended. */
async function told({ db }: TestGateway, object_id: string): Promise<string[]> {
  const { rows } = await db.admin.query<{ type: string }>(
    'select type from events where object_id = $1 order by created_at, id',
    [object_id],
  )
  return rows.map(({ type }) => type.split('.').at(-1)!)
}

describe('every operation', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await createTestGateway()
  })
  afterAll(() => gateway.close())

  /** Their examples begin with planted rows without events; below they run completely. */
  const begunByHand = new Set([
    'getLiveness',
    'uploadLivenessVideo',
    'listRepresentativeLivenesses',
    'uploadRepresentativeLivenessVideo',
  ])

  it('publishes its effect under the next number', async () => {
    const user = await gateway.user()
    for (const { name } of routes.filter((route) => !begunByHand.has(route.name))) {
      const ask = await examples[name]!(gateway, user)
      expect((await gateway.ask({ ...ask, as: user })).status, name).toBeLessThan(300)
    }
    expect(await broken(gateway)).toEqual([])
  })

  it('also when twenty requests change one object at once, in any order', async () => {
    const user = await gateway.user()
    const { url, account_id } = await gateway.account(user)
    const patches = Array.from({ length: 20 }, (_, n) =>
      gateway.ask({ method: 'PATCH', url, as: user, body: { nickname: `n${n}` } }),
    )
    expect((await Promise.all(patches)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await broken(gateway)).toEqual([])
    const listed = await gateway.ask({ url: `/v1/events?object_id=${account_id}&order=asc&page_size=100`, as: user })
    const sequences = (listed.body['data'] as { sequence: number }[]).map(({ sequence }) => sequence)
    expect(sequences).toEqual(Array.from({ length: 22 }, (_, n) => n + 1))
  })

  it('also when the clock is set back in between', async () => {
    const user = await gateway.user()
    const { url, account_id } = await gateway.account(user)
    // By a key: a token would be issued in the future of a clock that was set back.
    const { key } = await gateway.apiKey(user)
    const rename = (nickname: string) =>
      gateway.ask({ method: 'PATCH', url, headers: { 'x-api-key': key }, body: { nickname } })
    const clock = vi.spyOn(gateway.services.clock, 'now').mockReturnValue(new Date(Date.now() - 3_600_000))
    await rename('an hour ago')
    clock.mockRestore()
    await rename('now')
    expect(await told(gateway, account_id)).toEqual(['created', 'verified', 'updated', 'updated'])
    expect(await broken(gateway)).toEqual([])
  })
})

describe('an onboarding', () => {
  let test: TestOnboarding
  let user: TestUser
  beforeAll(async () => {
    test = await createTestOnboarding()
    user = await test.gateway.user()
  })
  afterAll(() => test.close())

  const livenessOf = async (onboarding_id: string) =>
    (
      await test.gateway.db.admin.query<{ id: string }>('select id from liveness_checks where onboarding_id = $1', [
        onboarding_id,
      ])
    ).rows[0]!.id

  async function begun(document: string): Promise<string> {
    const persons = personsOf(test.gateway, user)
    const { body } = await persons.post(NATURAL, naturalBody(await persons.account({ document })))
    return String(body['id'])
  }

  async function papers(id: string): Promise<void> {
    const sides = ['selfie', 'document_front', 'document_back'].map((side) => file(side, picture()))
    const sent = await personsOf(test.gateway, user).send(`${NATURAL}/${id}/documents`, [
      field('document_file_type', 'rg'),
      ...sides,
    ])
    expect(sent).toMatchObject({ status: 200, body: { missing: [] } })
    await test.drain()
  }

  it('whose videos came by the API, the first of them unusable', async () => {
    const id = await begun(magicCpf('LIVENESS', 'unusable', 7))
    const url = `${NATURAL}/${id}/liveness/video`
    expect((await sendVideo(test.gateway, user, url)).status).toBe(201)
    await papers(id)
    expect(await told(test.gateway, id)).toContain('liveness_reopened')
    expect((await sendVideo(test.gateway, user, url, { bytes: videos.otherMp4 })).status).toBe(201)
    await test.drain()
    expect(await told(test.gateway, id)).toEqual([
      'created',
      'documents_attached',
      'submitted',
      'checks_approved',
      'liveness_reopened',
      'resumed',
      'liveness_reopened',
    ])
    expect(await told(test.gateway, await livenessOf(id))).toEqual(['submitted', 'submitted'])
    expect(await broken(test.gateway)).toEqual([])
  })

  it('whose video came from our page', async () => {
    const id = await begun(plainCpf(4711))
    await papers(id)
    const shown = await test.gateway.ask({ url: `${NATURAL}/${id}/liveness`, as: user })
    const link = { path: new URL(String(shown.body['url'])).pathname }
    expect((await agree(test.gateway, link)).statusCode).toBe(201)
    const upload_id = await sendParts(test.gateway, link)
    expect((await completeParts(test.gateway, link, upload_id, videos.webm)).statusCode).toBe(201)
    await test.drain()
    expect((await told(test.gateway, id)).at(-1)).toBe('finished')
    expect(await told(test.gateway, await livenessOf(id))).toEqual(['submitted'])
    expect(await broken(test.gateway)).toEqual([])
  })
})

describe('Pix', () => {
  let test: TestRecovery
  beforeAll(async () => {
    test = await createTestRecovery()
    await test.begin()
  })
  afterAll(() => test.close())

  it('a recovery, from the first event to the last refund', async () => {
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    await test.drain(id)
    test.refund(dict_id)
    await test.drain(id)
    expect((await told(test.pix.gateway, id)).at(-1)).toBe('completed_approved')
    expect(await broken(test.pix.gateway)).toEqual([])
  })

  it('a report by another bank that the client answers', async () => {
    const { pix, user } = test
    const id = pix.report(await pix.received(user, { amount: 300_00 }))
    await pix.run(pollNotifications)
    const url = `/v1/pix/compliance/infraction-notifications/${id}/answer`
    const body = { client_status: 'DISAGREED', client_analysis_details: `Entregue ${randomUUID()}.` }
    expect((await pix.gateway.ask({ method: 'POST', url, as: user, body })).status).toBeLessThan(300)
    await pix.run(closeNotifications)
    expect(await told(pix.gateway, id)).toContain('answered')
    expect(await broken(pix.gateway)).toEqual([])
  })
})
