import { randomUUID } from 'node:crypto'
import { magicCpf, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { ownBytes } from '@eclusa/simulators/unique-bytes.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { journalOf } from '@eclusa/testing/backoffice-audit-log.ts'
import { samples } from '@eclusa/testing/files.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { anotherFilm, sendVideo } from '@eclusa/testing/liveness.ts'
import { createTestOnboarding, type TestingCase, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { again, field, file, LEGAL, NATURAL, personsOf, REPRESENTATIVES } from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let test: TestOnboarding
let desk: TestDesk
let user: TestUser
beforeAll(async () => {
  test = await createTestOnboarding()
  desk = await createTestBackoffice(test.gateway)
})
beforeEach(async () => {
  await test.reset()
  user = await test.gateway.user()
})
afterAll(async () => {
  await desk.close()
  await test.close()
})

let number = 4_000
const next = () => plainCpf((number += 1))
const picture = () => ownBytes(samples.jpeg, randomUUID())
const cardOf = (bytes = picture()) => ({ selfie: picture(), document_front: bytes, document_back: picture() })
type Papers = Partial<ReturnType<typeof cardOf>>

const send = ({ id }: Pick<TestingCase, 'id'>, papers: Papers, as = user) =>
  personsOf(test.gateway, as).send(`${NATURAL}/${id}/documents`, [
    field('document_file_type', 'rg'),
    ...Object.entries(papers).map(([name, bytes]) => file(name, bytes)),
  ])
/** A person whose account has this document number, with an onboarding without documents. */
async function opened(as = user, document = next()): Promise<TestingCase> {
  const persons = personsOf(test.gateway, as)
  const account_id = await persons.account({ full_name: 'Canary Full Name', document })
  return { user: as, account_id, id: await persons.natural(account_id), representatives: [] }
}
async function submitted(one: TestingCase, papers: Papers): Promise<TestingCase> {
  expect((await send(one, papers, one.user)).body).toMatchObject({ missing: [] })
  return one
}
/** Submits these documents, and advances the onboarding as far as it goes automatically. */
async function checked(papers: Papers, as = user, document?: string): Promise<TestingCase> {
  const one = await submitted(await opened(as, document), papers)
  await test.drain()
  return one
}
const stepOf = async (one: TestingCase, name: string, of: string | null = null) =>
  (await test.state(one)).steps.find((step) => step['name'] === name && step['legal_representative_id'] === of)!
const HELD = { status: 'MANUAL_REVIEW', reason: 'SAME_DOCUMENT_BYTES' }
const HELD_VIDEO = { status: 'MANUAL_REVIEW', reason: 'SAME_VIDEO_BYTES' }

const filesOf = async (as = user) => {
  const { rows } = await test.gateway.db.admin.query<Record<'id' | 'sha256' | 'object_key' | 'person_id', string>>(
    'select id, sha256, object_key, person_id from files where user_id = $1 order by created_at, id',
    [as.user_id],
  )
  return rows
}
/** The number of files that have a duplicate. */
const shared = async () => {
  const all = await filesOf()
  return all.filter(({ id, sha256 }) => all.some((other) => other.id !== id && other.sha256 === sha256))
}

const decide = async (one: TestingCase, decision: string, name = 'CAF') => {
  const { id, version } = await stepOf(one, name)
  const answer = await desk.ask({
    method: 'POST',
    url: `/v1/onboardings/${one.id}/steps/${String(id)}/decision`,
    as: desk.person('beatriz', 'analyst'),
    body: { decision, seen: Number(version), reason: 'Moram juntas.' },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await test.drain()
}

describe('the same document of two people', () => {
  it('is two files with separate objects, and the second is a case with the reason', async () => {
    const bytes = picture()
    const first = await checked(cardOf(bytes))
    const second = await checked(cardOf(bytes))
    const files = await shared()
    expect(files.map(({ person_id }) => person_id)).toEqual([first.id, second.id])
    expect(new Set(files.map(({ object_key }) => object_key)).size).toBe(2)
    expect(await stepOf(first, 'CAF')).toMatchObject({ status: 'APPROVED' })
    expect(await stepOf(second, 'CAF')).toMatchObject({ ...HELD, finished_at: null })
    expect((await test.state(second)).onboarding).toMatchObject({ status: 'in_process_delayed' })
    expect(await test.activity(second)).toContainEqual(
      expect.objectContaining({ what: 'step_sent_to_review', actor: 'gateway', reason: 'SAME_DOCUMENT_BYTES' }),
    )
  })

  it('is detected for every document type', async () => {
    const bytes = picture()
    await checked(cardOf(bytes))
    expect(await stepOf(await checked({ ...cardOf(), selfie: bytes }), 'CAF')).toMatchObject(HELD)
  })

  it('is one file of one person, however often it is sent', async () => {
    const one = await opened()
    const bytes = picture()
    for (const papers of [{ document_front: bytes }, { document_front: bytes, selfie: picture() }])
      expect((await send(one, papers)).status).toBe(200)
    await submitted(one, { document_back: bytes })
    await test.drain()
    expect(await shared()).toEqual([])
    expect((await filesOf()).length).toBe(2)
    expect(await stepOf(one, 'CAF')).toMatchObject({ status: 'APPROVED' })
  })

  it('is no case when it is one person in two onboardings', async () => {
    const document = magicCpf('CAF', 'review', (number += 1))
    const papers = cardOf()
    const one = await checked(papers, user, document)
    await decide(one, 'REJECTED')
    const persons = personsOf(test.gateway, user)
    const { body } = await persons.post(NATURAL, { ...naturalAgain, user_account_id: one.account_id }, again)
    const second = await submitted({ ...one, id: String(body['id']) }, papers)
    await test.drain()
    // The partner has doubts about this document, so the reason is the partner's.
    expect(await stepOf(second, 'CAF')).toMatchObject({ status: 'MANUAL_REVIEW', reason: 'SANDBOX_DOUBTS' })
    expect((await shared()).map(({ person_id }) => person_id)).toContain(second.id)
  })

  it('is detected within one user: files of another user are not compared', async () => {
    const papers = cardOf()
    const stranger = await test.gateway.user()
    await checked(papers, stranger)
    expect(await stepOf(await checked(papers), 'CAF')).toMatchObject({ status: 'APPROVED' })
    expect((await filesOf(stranger)).length).toBe(3)
  })

  it('does not delay a rejection', async () => {
    const papers = cardOf()
    await checked(papers)
    const second = await checked(papers, user, magicCpf('CAF', 'reject', (number += 1)))
    expect((await test.state(second)).onboarding).toMatchObject({
      status: 'rejected',
      failed_message: 'CHECK_REJECTED CAF',
    })
  })

  it('of a company and its representatives: each has a file, and each is reviewed', async () => {
    const persons = personsOf(test.gateway, user)
    const id = await persons.legal()
    const bytes = picture()
    await persons.companyDocuments(id)
    const representatives: string[] = []
    for (let at = 0; at < 2; at += 1) {
      const representative = await persons.representative(await persons.shareholder(id, { document: next() }))
      await persons.representativeDocuments(representative)
      const proof = [field('document_type', 'address_proof'), file('file', bytes)]
      expect((await persons.send(`${REPRESENTATIVES}/${representative}/documents`, proof)).status).toBe(201)
      representatives.push(representative)
    }
    expect((await persons.post(`${LEGAL}/${id}/finalize`, undefined, again)).status).toBe(200)
    await test.drain()
    const one = { user, account_id: '', id, representatives }
    expect((await shared()).map(({ person_id }) => person_id)).toEqual(representatives)
    for (const of of representatives) expect(await stepOf(one, 'CAF', of)).toMatchObject(HELD)
    expect(await stepOf(one, 'CAF')).toMatchObject({ status: 'APPROVED' })
  })

  it.each(Array.from({ length: 8 }, (_, at) => at))('at one instant, at least one waits (%i)', async () => {
    const bytes = picture()
    const both = await Promise.all([opened(), opened()])
    await Promise.all(both.map((one) => submitted(one, cardOf(bytes))))
    await Promise.all(both.map((one) => test.advance(one)))
    await test.drain()
    expect((await shared()).length).toBe(2)
    const reasons = await Promise.all(both.map(async (one) => (await stepOf(one, 'CAF'))['reason']))
    expect(reasons).toContain('SAME_DOCUMENT_BYTES')
  })

  it('is detected for the first person too, at the liveness, when that one was approved before', async () => {
    const bytes = picture()
    const first = await checked(cardOf(bytes))
    await checked(cardOf(bytes))
    expect(await test.showFace(first)).toBe(true)
    await test.drain()
    expect(await stepOf(first, 'LIVENESS')).toMatchObject(HELD)
    await decide(first, 'APPROVED', 'LIVENESS')
    expect((await test.state(first)).onboarding).toMatchObject({ status: 'finished' })
  })

  it('is reviewed only once', async () => {
    const bytes = picture()
    await checked(cardOf(bytes))
    const second = await checked(cardOf(bytes))
    await decide(second, 'APPROVED')
    expect(await test.showFace(second)).toBe(true)
    await test.drain()
    expect((await test.state(second)).onboarding).toMatchObject({ status: 'finished' })
  })
})

const naturalAgain = {
  address: { zip_code: '50030230', street: 'Rua', number: 1, city: 'Recife', federative_unit: 'PE', country: 'Brasil' },
  nationality: 'brasileira',
  pep: false,
  accepted_terms: true,
}

describe('the same video of two people', () => {
  const film = ({ id }: TestingCase) => `${NATURAL}/${id}/liveness/video`

  it('is two files, and the second is a case with the reason', async () => {
    const bytes = anotherFilm()
    const cases: TestingCase[] = []
    for (let at = 0; at < 2; at += 1) {
      const one = await opened()
      for (let times = 0; times < 2; times += 1)
        expect((await sendVideo(test.gateway, user, film(one), { bytes })).status).toBe(201)
      await submitted(one, cardOf())
      await test.drain()
      cases.push(one)
    }
    const [first, second] = cases as [TestingCase, TestingCase]
    expect((await shared()).map(({ person_id }) => person_id)).toEqual([first.id, second.id])
    expect((await test.state(first)).onboarding).toMatchObject({ status: 'finished' })
    expect(await stepOf(second, 'LIVENESS')).toMatchObject(HELD_VIDEO)
    await decide(second, 'APPROVED', 'LIVENESS')
    expect((await test.state(second)).onboarding).toMatchObject({ status: 'finished' })
  })

  it('in concurrent judgements, at least one is reviewed', async () => {
    const bytes = anotherFilm()
    const both = await Promise.all([opened(), opened()])
    await Promise.all(
      both.map(async (one) => {
        expect((await sendVideo(test.gateway, user, film(one), { bytes })).status).toBe(201)
        await submitted(one, cardOf())
      }),
    )
    await Promise.all(both.map((one) => test.advance(one)))
    await test.drain()
    expect((await shared()).length).toBe(2)
    const reasons = await Promise.all(both.map(async (one) => (await stepOf(one, 'LIVENESS'))['reason']))
    expect(reasons).toContain('SAME_VIDEO_BYTES')
  })
})

describe('in the backoffice', () => {
  type Shown = Record<string, unknown>
  const show = async (one: TestingCase) => {
    const answer = await desk.ask({ url: `/v1/onboardings/${one.id}`, as: desk.person('vera', 'viewer') })
    return answer.body['same_bytes'] as Shown[]
  }

  it('the case shows the other onboarding, masked until it is revealed', async () => {
    const bytes = picture()
    const [mine, theirs] = [next(), next()]
    const first = await checked(cardOf(bytes), user, theirs)
    const second = await checked(cardOf(bytes), user, mine)
    const [files] = [await shared()]
    const ofSecond = { file_id: files[1]!.id, onboarding_id: first.id, status: 'approved' }
    expect(await show(second)).toEqual([expect.objectContaining({ ...ofSecond, name: 'C*** F*** N***' })])
    expect(JSON.stringify(await show(second))).not.toContain(theirs)
    expect(await show(first)).toEqual([expect.objectContaining({ file_id: files[0]!.id, onboarding_id: second.id })])

    const reveal = await desk.ask({
      method: 'POST',
      url: `/v1/onboardings/${second.id}/reveal`,
      as: desk.person('beatriz', 'analyst'),
      body: { reason: 'O mesmo arquivo.' },
    })
    expect(reveal.body['same_bytes']).toEqual([
      expect.objectContaining({ ...ofSecond, name: 'Canary Full Name', document: theirs }),
    ])
    const [entry] = await journalOf(test.gateway, second.id)
    const { seen } = (entry as unknown as { changes: { seen: [string, number][] } }).changes
    expect(seen.map(([id]) => id)).toContain(first.id)
    expect(await show(await checked(cardOf()))).toEqual([])
  })

  it('an analyst approves it with a reason, which the audit log records', async () => {
    const bytes = picture()
    await checked(cardOf(bytes))
    const second = await checked(cardOf(bytes))
    await decide(second, 'APPROVED')
    expect((await test.state(second)).onboarding).toMatchObject({ status: 'approved' })
    expect(await journalOf(test.gateway, second.id)).toContainEqual(
      expect.objectContaining({ operation: 'reviewOnboardingStep', actor_id: 'sub-beatriz', reason: 'Moram juntas.' }),
    )
  })

  it('after a new request, a document of their own passes', async () => {
    const bytes = picture()
    await checked(cardOf(bytes))
    const second = await checked(cardOf(bytes))
    await decide(second, 'RESUBMIT')
    await submitted(second, { document_front: picture() })
    await test.drain()
    expect(await stepOf(second, 'CAF')).toMatchObject({ status: 'APPROVED' })
    expect((await show(second)).length).toBe(0)
  })
})
