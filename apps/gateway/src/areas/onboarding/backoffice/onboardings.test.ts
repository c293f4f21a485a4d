import { randomUUID } from 'node:crypto'
import { magicCpf, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { journalOf } from '@eclusa/testing/backoffice-audit-log.ts'
import { sha256 } from '@eclusa/testing/files.ts'
import type { TestResponse } from '@eclusa/testing/gateway.ts'
import { createTestOnboarding, type TestingCase, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { peopleState } from '@eclusa/testing/people-state.ts'
import { again, NATURAL, naturalBody, personsOf } from '@eclusa/testing/persons.ts'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '../../../backoffice/role.ts'

let test: TestOnboarding
let desk: TestDesk
beforeAll(async () => {
  test = await createTestOnboarding()
  desk = await createTestBackoffice(test.gateway)
})
beforeEach(() => test.reset())
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await desk.close()
  await test.close()
})

let number = 700
const next = () => (number += 1)
const somebody = (...roles: Role[]) => desk.person('beatriz', ...roles)
const show = (id: string, as = desk.person('vera', 'viewer')) => desk.ask({ url: `/v1/onboardings/${id}`, as })
const post = (id: string, what: string, body: object, as = somebody('analyst')) =>
  desk.ask({ method: 'POST', url: `/v1/onboardings/${id}/${what}`, as, body })
const why = { reason: 'A foto tem de ser comparada.' }

async function submitted(one: TestingCase): Promise<TestingCase> {
  await test.submit(one)
  await test.drain()
  return one
}

interface StepShown {
  id: string
  name: string
  version: number
  waits_for_analyst: boolean
  said: object[]
}
const stepsOf = ({ body }: TestResponse) => body['steps'] as StepShown[]
const waiting = async (one: TestingCase) => stepsOf(await show(one.id)).find((step) => step.waits_for_analyst)!

async function decide(
  one: TestingCase,
  decision: string,
  more: object = {},
  as = somebody('analyst'),
): Promise<TestResponse> {
  const { id, version } = await waiting(one)
  return post(one.id, `steps/${id}/decision`, { decision, seen: version, reason: 'A foto confere.', ...more }, as)
}

const stateOf = async (one: TestingCase) => ({
  ...(await peopleState(test.gateway, one.user)),
  journal: await journalOf(test.gateway, one.id),
})

const { birth_date } = shown('createUserAccount') as { birth_date: string }
const canaries = (document: string) => [document, 'Full Name', 'Mother', 'canary', birth_date, 'Aurora']

describe('GET /v1/onboardings/:id', () => {
  it('shows the whole case, and nothing that identifies the person', async () => {
    const document = magicCpf('CAF', 'review', next())
    const one = await submitted(await test.person(document))
    const { status, body } = await show(one.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user_id: one.user.user_id,
      revealed: false,
      onboarding: { id: one.id, status: 'in_process_delayed', person_type: 'NATURAL_PERSON' },
      person: { full_name: 'C*** F*** N***', mother_name: 'C*** M***', birth_date: '***', address: { city: 'Recife' } },
      faces: [],
      shareholders: [],
      representatives: [],
      same_document: [],
    })
    expect((body['papers'] as { type: string }[]).map(({ type }) => type).toSorted()).toEqual(
      ['address_proof', 'document_back', 'document_front', 'selfie'].toSorted(),
    )
    const steps = stepsOf({ body } as TestResponse)
    expect(steps.map(({ name, waits_for_analyst: waits }) => [name, waits])).toEqual([
      ['BC_PROTEGE', false],
      ['DICT', false],
      ['RUFRA', false],
      ['CAF', true],
      ['LIVENESS', false],
    ])
    expect(steps[3]).toMatchObject({
      status: 'MANUAL_REVIEW',
      reason: 'SANDBOX_DOUBTS',
      said: [{ what: 'step_sent_to_review', actor: 'partner', reason: 'SANDBOX_DOUBTS' }],
    })
    for (const secret of canaries(document)) expect(JSON.stringify(body)).not.toContain(secret)
  })

  it('merges activity, events and backoffice actions into one timeline, each once, in order', async () => {
    const one = await submitted(await test.person(magicCpf('CAF', 'review', next())))
    await post(one.id, 'reveal', why)
    const { id: step_id } = await waiting(one)
    const url = `/v1/cases/onboarding_step/${step_id}/assign`
    const body = { user_id: one.user.user_id, to: 'me' }
    await desk.ask({ method: 'POST', url, as: somebody('analyst'), body })
    const { timeline } = (await show(one.id)).body as { timeline: Record<string, unknown>[] }
    const times = timeline.map(({ at }) => String(at))
    expect(times).toEqual(times.toSorted())
    expect(timeline).toContainEqual(
      expect.objectContaining({ told_by: 'activity', what: 'submitted', actor: 'integrator', status: 'in_process' }),
    )
    expect(timeline).toContainEqual(expect.objectContaining({ told_by: 'activity', what: 'delayed', actor: 'gateway' }))
    expect(timeline.filter(({ what }) => String(what).endsWith('delayed'))).toHaveLength(1)
    expect(timeline).toContainEqual(expect.objectContaining({ told_by: 'event', what: 'users.onboarding.created' }))
    expect(timeline).toContainEqual(expect.objectContaining({ what: 'assignCase', actor: 'beatriz' }))
    expect(timeline).toContainEqual(
      expect.objectContaining({ told_by: 'journal', what: 'revealOnboarding', actor: 'beatriz', ...why }),
    )
  })

  it('of a company, shows its shareholders and representatives, masked, with the documents required of each', async () => {
    const [first, second] = [plainCpf(next()), magicCpf('CAF', 'review', next())]
    const one = await submitted(await test.company([first, second]))
    const { body } = await show(one.id)
    expect(body).toMatchObject({
      onboarding: { person_type: 'LEGAL_PERSON' },
      shareholders: [{ name: 'C*** P***' }, { name: 'C*** P***' }],
      representatives: one.representatives.map((id) => ({ id, birth_date: '***', address: {} })),
    })
    const waits = stepsOf({ body } as TestResponse).find((step) => step.waits_for_analyst)
    expect(waits).toMatchObject({ name: 'CAF', legal_representative_id: one.representatives[1] })
    const { name, email } = shown('createLegalRepresentative') as { name: string; email: string }
    for (const secret of [first, second, name, email]) expect(JSON.stringify(body)).not.toContain(secret)
  })

  it('shows other onboardings of the same document', async () => {
    const one = await submitted(await test.person(magicCpf('CAF', 'review', next())))
    expect((await decide(one, 'REJECTED')).status).toBe(200)
    const { body } = await personsOf(test.gateway, one.user).post(NATURAL, naturalBody(one.account_id), again)
    expect((await show(String(body['id']))).body).toMatchObject({
      same_document: [
        { id: one.id, status: 'rejected', full_name: 'C*** F*** N***', failed_message: 'A foto confere.' },
      ],
    })
  })

  it('shows the consents: the terms as the integrator states them, and the text of our page', async () => {
    const one = await submitted(await test.person(plainCpf(next())))
    expect(await test.showFace(one)).toBe(true)
    const { consents } = (await show(one.id)).body as { consents: Record<string, string>[] }
    const { terms } = shown('createOnboarding') as { terms: Record<string, string> }
    expect(consents).toEqual([
      {
        id: expect.any(String),
        kind: 'TERMS',
        version: terms['version'],
        language: terms['language'],
        text_sha256: terms['sha256'],
        accepted_at: terms['accepted_at'],
        ip_address: '***',
        authenticated_user_id: one.user.user_id,
        request_id: expect.any(String),
        recorded_at: expect.any(String),
      },
      {
        id: expect.any(String),
        kind: 'LIVENESS',
        version: expect.any(String),
        language: 'pt-BR',
        text_sha256: expect.any(String),
        text: expect.stringContaining('Concordo com o uso do vídeo do meu rosto'),
        accepted_at: expect.any(String),
        ip_address: '***',
        request_id: expect.any(String),
        recorded_at: expect.any(String),
      },
    ])
    expect(consents[1]!['text_sha256']).toBe(sha256(Buffer.from(consents[1]!['text']!)))
    const revealed = (await post(one.id, 'reveal', why)).body as { consents: Record<string, string>[] }
    expect(revealed.consents).toMatchObject([
      { ip_address: terms['ip_address'] },
      { ip_address: expect.stringMatching(/^10\./) },
    ])
  })

  it('of a company, shows its terms and the consent of each representative, also of a withdrawn one', async () => {
    const one = await submitted(await test.company([plainCpf(next())]))
    expect(await test.showFace(one, one.representatives[0])).toBe(true)
    expect((await show(one.id)).body['consents']).toMatchObject([
      { kind: 'TERMS', language: 'pt-BR' },
      { kind: 'LIVENESS', legal_representative_id: one.representatives[0] },
    ])
    const other = await test.person()
    const { status } = await personsOf(test.gateway, other.user).withdraw(`${NATURAL}/${other.id}`)
    expect(status).toBe(200)
    expect((await show(other.id)).body).toMatchObject({
      onboarding: { status: 'withdrawn' },
      consents: [{ kind: 'TERMS', text_sha256: expect.any(String) }],
    })
  })

  it('404 where there is none, 403 without the role', async () => {
    const one = await test.person()
    expect(await show(randomUUID())).toMatchObject({ status: 404, body: { code: 'ONBOARDING_NOT_FOUND' } })
    for (const role of ['operator', 'auditor'] as const) expect((await show(one.id, somebody(role))).status).toBe(403)
  })
})

describe('POST /v1/onboardings/:id/reveal', () => {
  it("shows the person's identity, and records the viewer, the records and the reason in the audit log", async () => {
    const document = plainCpf(next())
    const one = await test.person(document)
    const { status, body } = await post(one.id, 'reveal', why)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      revealed: true,
      person: {
        full_name: 'Canary Full Name',
        mother_name: 'Canary Mother',
        document,
        birth_date,
        address: { street: 'Rua da Aurora', number: 295 },
        occupation_income: expect.any(Number),
      },
    })
    expect((body['papers'] as { file_name: string }[])[0]!.file_name).toBe('canary-file-name.jpg')
    const [entry] = await journalOf(test.gateway, one.id)
    expect(entry).toMatchObject({
      actor_id: 'sub-beatriz',
      role: 'analyst',
      operation: 'revealOnboarding',
      ...why,
      user_id: one.user.user_id,
      changes: {
        seen: [
          [one.id, expect.any(Number)],
          [one.account_id, 1],
        ],
      },
    })
    for (const secret of canaries(document)) expect(JSON.stringify(entry)).not.toContain(secret)
  })

  it.each([
    [400, {}, 'analyst'],
    [400, { reason: ' ' }, 'analyst'],
    [400, { ...why, actor: 'somebody else' }, 'analyst'],
    [403, why, 'viewer'],
    [403, why, 'operator'],
  ] as const)('%i with %j of a %s, and nothing is left behind', async (status, body, role) => {
    const one = await test.person()
    const before = await stateOf(one)
    for (const what of ['reveal', 'files']) {
      const answer = await post(one.id, what, body, somebody(role))
      expect(answer.status).toBe(status)
      expect(JSON.stringify(answer.body)).not.toContain('Canary')
    }
    expect(await stateOf(one)).toEqual(before)
  })

  it('shows the reason of a step as it was written, which the case itself masks', async () => {
    const one = await submitted(await test.person(magicCpf('CAF', 'review', next())))
    const { id } = await waiting(one)
    const written = 'Ligar para 61988887777.'
    await test.gateway.db.admin.query('update onboarding_activity set reason = $2 where step_id = $1', [id, written])
    const saidIn = (answer: TestResponse) => JSON.stringify(stepsOf(answer).map(({ said }) => said))
    expect(saidIn(await show(one.id))).not.toContain(written)
    expect(saidIn(await post(one.id, 'reveal', why))).toContain(written)
  })

  it('404 for an unknown onboarding, and the journal gets no entry', async () => {
    const id = randomUUID()
    for (const what of ['reveal', 'files']) expect((await post(id, what, why)).status).toBe(404)
    expect(await journalOf(test.gateway, id)).toEqual([])
  })
})

describe('POST /v1/onboardings/:id/files', () => {
  const opens = async (url: string) => {
    const { pathname, search } = new URL(url)
    return test.gateway.app.inject(pathname + search)
  }

  it('returns URLs that are valid for five minutes, and records the viewer', async () => {
    const one = await submitted(await test.person(magicCpf('LIVENESS', 'review', next())))
    await test.showFace(one)
    await test.drain()
    const asked = Date.now()
    const { status, body } = await post(one.id, 'files', why, somebody('approver'))
    expect(status).toBe(200)
    const { files, expires_at } = body as { files: { type: string; url: string; size: number }[]; expires_at: string }
    const papers = ['selfie', 'document_front', 'document_back', 'address_proof']
    expect(files.map(({ type }) => type).toSorted()).toEqual([...papers, 'liveness_video'].toSorted())
    for (const { url, size } of files) {
      const opened = await opens(url)
      expect([opened.statusCode, opened.rawPayload.length]).toEqual([200, size])
      expect(url).not.toContain('canary')
    }
    expect(await test.activity(one)).toContainEqual(
      expect.objectContaining({ what: 'files_viewed', actor: 'analyst beatriz (sub-beatriz)' }),
    )
    const [entry] = await journalOf(test.gateway, one.id)
    expect(entry).toMatchObject({ operation: 'showOnboardingFiles', role: 'approver', ...why })
    expect(entry!.changes['seen']).toHaveLength(5)
    expect(JSON.stringify(entry)).not.toContain('signature')

    const { url } = files[0]!
    expect(Date.parse(expires_at) - asked).toBeLessThanOrEqual(5 * 60_000 + 5_000)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expires_at) - 2_000 })
    expect((await opens(url)).statusCode).toBe(200)
    vi.setSystemTime(Date.parse(expires_at) + 1_000)
    expect((await opens(url)).statusCode).toBe(403)
    vi.setSystemTime(asked)
    expect((await opens(url.replace('expires=', 'expires=9'))).statusCode).toBe(403)
  })
})

describe('POST /v1/onboardings/:id/steps/:step_id/decision', () => {
  it('APPROVED: the step passes, the rest continues, and audit log, activity and event record it', async () => {
    const one = await submitted(await test.person(magicCpf('CAF', 'review', next())))
    const { id: step_id, version } = await waiting(one)
    expect(await decide(one, 'APPROVED')).toMatchObject({
      status: 200,
      body: { onboarding_id: one.id, user_id: one.user.user_id, step_id, step_status: 'APPROVED', status: 'approved' },
    })
    expect(await test.activity(one)).toContainEqual({
      what: 'step_approved',
      actor: 'analyst beatriz (sub-beatriz)',
      reason: 'A foto confere.',
      status: 'approved',
    })
    expect(await journalOf(test.gateway, one.id)).toMatchObject([
      {
        actor_id: 'sub-beatriz',
        operation: 'reviewOnboardingStep',
        reason: 'A foto confere.',
        changes: {
          step_id,
          step: 'CAF',
          decision: 'APPROVED',
          step_status: ['MANUAL_REVIEW', 'APPROVED'],
          step_version: [version, version + 1],
          status: ['in_process_delayed', 'approved'],
        },
      },
    ])
    await test.drain()
    expect(await test.told(one)).toEqual(['submitted', 'delayed', 'checks_approved', 'liveness_released'])
  })

  it("APPROVED, of the last face: the analyst's decision admits the person", async () => {
    const one = await submitted(await test.person(magicCpf('LIVENESS', 'review', next())))
    await test.showFace(one)
    await test.drain()
    expect(await decide(one, 'APPROVED')).toMatchObject({ status: 200, body: { status: 'finished' } })
    const { onboarding, faces } = (await show(one.id)).body as Record<string, object>
    expect(onboarding).toMatchObject({ status: 'finished', target_user_id: expect.any(String) })
    expect(faces).toMatchObject([{ status: 'APPROVED', films: [{ state: 'COMPLETED' }] }])
  })

  it.each([
    ['REJECTED', 'rejected'],
    ['RESUBMIT', 'invalid'],
  ])('%s: the integrator can read the reason', async (decision, status) => {
    const one = await submitted(await test.company([magicCpf('CAF', 'review', next())]))
    const reason = 'O verso está cortado.'
    expect(await decide(one, decision, { reason })).toMatchObject({ status: 200, body: { status } })
    expect((await test.state(one)).onboarding).toMatchObject({ status, failed_message: reason })
    expect(await journalOf(test.gateway, one.id)).toMatchObject([
      { changes: { status: ['in_process_delayed', status] } },
    ])
  })

  it.each([
    [409, { seen: 0 }, 'analyst', 'CASE_CHANGED'],
    [400, { reason: ' ' }, 'analyst', 'REQUEST_MALFORMED'],
    [400, { decision: 'MAYBE' }, 'analyst', 'REQUEST_MALFORMED'],
    [400, { actor: 'somebody else' }, 'analyst', 'REQUEST_MALFORMED'],
    [403, {}, 'viewer', 'ROLE_MISSING'],
    [403, {}, 'approver', 'ROLE_MISSING'],
    [403, {}, 'operator', 'ROLE_MISSING'],
  ] as const)('%i with %j of a %s, and nothing is left behind', async (status, more, role, code) => {
    const one = await submitted(await test.person(magicCpf('DICT', 'review', next())))
    const before = await stateOf(one)
    expect(await decide(one, 'APPROVED', more, somebody(role))).toMatchObject({ status, body: { code } })
    expect(await stateOf(one)).toEqual(before)
  })

  it('404 where there is no such step; 409 where it is not in review, or another analyst was faster', async () => {
    const one = await submitted(await test.person(magicCpf('DICT', 'review', next())))
    const before = await stateOf(one)
    const body = { decision: 'APPROVED', seen: 1, reason: 'sim' }
    expect(await post(one.id, `steps/${randomUUID()}/decision`, body)).toMatchObject({
      status: 404,
      body: { code: 'ONBOARDING_STEP_NOT_FOUND' },
    })
    expect(await post(randomUUID(), `steps/${randomUUID()}/decision`, body)).toMatchObject({
      status: 404,
      body: { code: 'ONBOARDING_NOT_FOUND' },
    })
    const rufra = stepsOf(await show(one.id)).find(({ name }) => name === 'RUFRA')!
    expect(await post(one.id, `steps/${rufra.id}/decision`, { ...body, seen: rufra.version })).toMatchObject({
      status: 409,
      body: { code: 'CASE_CHANGED' },
    })
    expect(await stateOf(one)).toEqual(before)
    const { id, version: seen } = await waiting(one)
    const both = await Promise.all(
      ['APPROVED', 'REJECTED'].map((decision) => post(one.id, `steps/${id}/decision`, { ...body, decision, seen })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await journalOf(test.gateway, one.id)).toHaveLength(1)
  })
})
