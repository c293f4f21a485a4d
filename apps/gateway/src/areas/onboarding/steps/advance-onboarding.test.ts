import { magicCnpj, magicCpf, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { sendVideo } from '@eclusa/testing/liveness.ts'
import { createTestOnboarding, type TestingCase, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { NATURAL } from '@eclusa/testing/persons.ts'
import { isDrawn } from '@eclusa/testing/sampled.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { followOnboardings } from './follow-onboardings.job.ts'

let test: TestOnboarding
beforeAll(async () => {
  test = await createTestOnboarding()
})
beforeEach(() => test.reset())
afterAll(() => test.close())

let number = 100
const next = () => (number += 1)
const statusOf = async (one: TestingCase) => (await test.state(one)).onboarding['status']
const stepOf = async (one: TestingCase, name: string, representative: string | null = null) =>
  (await test.state(one)).steps.find(
    (step) => step['name'] === name && step['legal_representative_id'] === representative,
  )!
const MINUTE_MS = 60_000

async function submitted(one: TestingCase): Promise<TestingCase> {
  await test.submit(one)
  await test.drain()
  return one
}

const wholeWay = ['submitted', 'checks_approved', 'liveness_released', 'liveness_updated', 'finished']

describe('from submitted to finished', () => {
  it('a person: registries, documents, liveness, and then a target user of the product', async () => {
    const one = await submitted(await test.person())
    expect(await statusOf(one)).toBe('approved')
    expect((await test.state(one)).onboarding['liveness_method']).toBe('LINK')
    expect(await test.showFace(one)).toBe(true)
    await test.drain()
    const { onboarding, steps } = await test.state(one)
    expect(onboarding).toMatchObject({ status: 'finished', expires_at: null, failed_code: null })
    expect(onboarding['finished_at']).not.toBeNull()
    expect(steps.map(({ name, status }) => `${String(name)} ${String(status)}`)).toEqual([
      'BC_PROTEGE APPROVED',
      'DICT APPROVED',
      'RUFRA APPROVED',
      'CAF APPROVED',
      'LIVENESS APPROVED',
    ])
    expect(await test.told(one)).toEqual(wholeWay)
    const { rows } = await test.gateway.db.admin.query<Record<'state' | 'target_user_id' | 'told', string>>(
      `select state, target_user_id, data->>'target_user_id' as told from user_accounts account join events
       on object_id = $2 and type = 'users.onboarding.finished' where account.id = $1`,
      [one.account_id, one.id],
    )
    expect(rows).toEqual([{ state: 'active', target_user_id: rows[0]!.told, told: expect.any(String) as string }])
    const ask = (id: string) =>
      test.gateway.ask({
        url: '/v1/crossborder/clients',
        as: one.user,
        headers: { 'x-product-uuid': one.user.product_id, 'x-product-target-user-uuid': id },
      })
    expect((await ask(rows[0]!.told)).status).toBe(200)
    expect((await ask(one.account_id)).status).toBe(403)
  })

  it('a company with more subjects than are asked about at once: about every one of them in one run', async () => {
    const one = await test.company(Array.from({ length: 17 }, () => plainCpf(next())))
    await test.submit(one)
    await test.advance(one)
    const { rows } = await test.gateway.db.admin.query<{ status: string }>(
      `select status from onboarding_steps where onboarding_id = $1 and name = 'BC_PROTEGE'`,
      [one.id],
    )
    expect(rows.length).toBeGreaterThan(16)
    expect(rows.filter(({ status }) => status !== 'APPROVED')).toEqual([])
  })

  it('a company with two representatives: finished by the last face', async () => {
    const one = await submitted(await test.company([plainCpf(next()), plainCpf(next())]))
    const [first, second] = one.representatives
    expect(await statusOf(one)).toBe('approved')
    await test.showFace(one, second)
    await test.drain()
    expect(await statusOf(one)).toBe('approved')
    await test.showFace(one, first)
    await test.drain()
    expect(await statusOf(one)).toBe('finished')
    expect(await test.told(one)).toEqual([...wholeWay.slice(0, 4), 'liveness_updated', 'finished'])
    const { rows } = await test.gateway.db.admin.query<{ data: Record<string, string[]> }>(
      `select data from events where object_id = $1 and type = 'users.onboarding.liveness_released'`,
      [one.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.data['legal_representative_ids']!.toSorted()).toEqual([first, second].toSorted())
  })

  it('sends registries a document number, the document check the documents, and only the liveness check the video', async () => {
    const one = await submitted(await test.person())
    await test.showFace(one)
    await test.drain()
    const seen = test.checks.asked.map(({ step, subject, files, video }) => ({
      step,
      facts: Object.keys(subject),
      files: files?.map(({ type }) => type),
      video: video !== undefined,
    }))
    const document = { facts: ['person_type', 'document'], files: undefined, video: false }
    const person = ['person_type', 'document', 'full_name', 'mother_name', 'birth_date']
    const portraits = ['selfie', 'document_front', 'document_back']
    expect(seen).toEqual([
      { step: 'BC_PROTEGE', ...document },
      { step: 'DICT', ...document },
      { step: 'RUFRA', ...document },
      { step: 'CAF', facts: person, files: expect.arrayContaining([...portraits, 'address_proof']), video: false },
      { step: 'LIVENESS', facts: person, files: expect.arrayContaining(portraits), video: true },
    ])
    const { pathname, search } = new URL(test.checks.asked.at(-1)!.video!.url)
    expect((await test.gateway.app.inject(pathname + search)).statusCode).toBe(200)
  })

  it('a video that the integrator sent before is checked at once', async () => {
    const one = await test.person()
    expect((await sendVideo(test.gateway, one.user, `${NATURAL}/${one.id}/liveness/video`)).status).toBe(201)
    await submitted(one)
    expect(await test.told(one)).toEqual(['submitted', 'checks_approved', 'liveness_updated', 'finished'])
    const { rows } = await test.gateway.db.admin.query(
      `select face.status, video.state from liveness_checks face join liveness_videos video on video.liveness_id = face.id
       where face.onboarding_id = $1`,
      [one.id],
    )
    expect(rows).toEqual([{ status: 'APPROVED', state: 'COMPLETED' }])
  })
})

describe('rejected', () => {
  it.each(['DICT', 'RUFRA', 'CAF'] as const)('by %s, and no later partner is called', async (step) => {
    const one = await submitted(await test.person(magicCpf(step, 'reject', next())))
    expect((await test.state(one)).onboarding).toMatchObject({
      status: 'rejected',
      failed_code: 'ONBOARDING_REJECTED',
      failed_message: `CHECK_REJECTED ${step}`,
      rejected_legal_representative_id: null,
      expires_at: null,
    })
    expect(test.checks.asked.at(-1)!.step).toBe(step)
    expect(await test.told(one)).toEqual(['submitted', 'rejected'])
    expect((await test.state(one)).steps.every(({ next_action_at }) => next_action_at === null)).toBe(true)
  })

  it('reports the representative, for documents and for liveness', async () => {
    const papers = await submitted(await test.company([plainCpf(next()), magicCpf('CAF', 'reject', next())]))
    expect((await test.state(papers)).onboarding).toMatchObject({
      status: 'rejected',
      rejected_legal_representative_id: papers.representatives[1],
    })
    const face = await submitted(await test.company([plainCpf(next()), magicCpf('LIVENESS', 'reject', next())]))
    await test.showFace(face, face.representatives[1])
    await test.drain()
    expect((await test.state(face)).onboarding).toMatchObject({
      status: 'rejected',
      failed_code: 'ONBOARDING_REJECTED',
      rejected_legal_representative_id: face.representatives[1],
    })
  })

  it('leaves no open steps or links', async () => {
    const documents = [magicCpf('LIVENESS', 'review', next()), plainCpf(next()), magicCpf('LIVENESS', 'reject', next())]
    const one = await submitted(await test.company(documents))
    const [inReview, , rejected] = one.representatives
    for (const each of [inReview, rejected]) {
      await test.showFace(one, each)
      await test.drain()
    }
    const { onboarding, steps } = await test.state(one)
    expect(onboarding['status']).toBe('rejected')
    expect(steps.slice(-3).map(({ status }) => status)).toEqual(['MANUAL_REVIEW', 'PENDING', 'REJECTED'])
    for (const step of steps)
      expect(step).toMatchObject({ next_action_at: null, finished_at: expect.anything() as Date })
    const { rows } = await test.gateway.db.admin.query(
      'select status, revoked_at is null as open from liveness_checks where onboarding_id = $1 order by status',
      [one.id],
    )
    expect(rows).toEqual([
      { status: 'IN_ANALYSIS', open: false },
      { status: 'REJECTED', open: true },
      { status: 'WAITING_SUBMISSION', open: false },
    ])
  })

  it('a company by its own document', async () => {
    const one = await submitted(await test.company([plainCpf(next())], magicCnpj('RUFRA', 'reject', next())))
    expect(await statusOf(one)).toBe('rejected')
  })
})

describe('a partner that returns no verdict', () => {
  it('pending twice: queried about the same check until there is a verdict', async () => {
    const one = await submitted(await test.person(magicCpf('DICT', 'pending', next())))
    expect(await statusOf(one)).toBe('approved')
    const asked = test.checks.asked.filter(({ step }) => step === 'DICT').map(({ check_id }) => check_id)
    expect([asked.length, new Set(asked).size]).toEqual([3, 1])
    expect(await test.told(one)).toEqual(wholeWay.slice(0, 3))
    expect((await test.activity(one)).map(({ what }) => what)).not.toContain('step_sent_to_review')
  })

  it('a register that leaves a step to a person gave no answer, and is asked again', async () => {
    const one = await test.person(magicCpf('BC_PROTEGE', 'review', next()))
    await test.submit(one)
    await test.advance(one)
    const noted = (await test.activity(one)).map(({ what }) => what)
    expect(noted).toContain('step_unheard')
    expect(noted).not.toContain('step_sent_to_review')
  })

  it('503 twice: delayed, then it continues automatically', async () => {
    const one = await submitted(await test.person(magicCpf('BC_PROTEGE', 'flaky', next())))
    expect(await statusOf(one)).toBe('approved')
    expect(await test.told(one)).toEqual(['submitted', 'delayed', 'resumed', ...wholeWay.slice(1, 3)])
  })

  it.each(['error', 'garbage', 'slow'] as const)(
    '%s, always: never believed, and after four times a person looks',
    async (fate) => {
      // A slow partner is given up after a shorter timeout, so that the test runs faster.
      if (fate === 'slow') await test.reset(1_000)
      const one = await submitted(await test.person(magicCpf('RUFRA', fate, next())))
      // After a response, however bad, the next query is a new attempt. After a timeout the partner may have decided,
      // so the same attempt is queried.
      const attempts = fate === 'slow' ? 1 : 4
      expect(await stepOf(one, 'RUFRA')).toMatchObject({ status: 'MANUAL_REVIEW', attempts, finished_at: null })
      const ids = test.checks.asked.filter(({ step }) => step === 'RUFRA').map(({ check_id }) => check_id)
      expect([ids.length, new Set(ids).size]).toEqual([4, attempts])
      expect(await statusOf(one)).toBe('in_process_delayed')
      expect(await test.told(one)).toEqual(['submitted', 'delayed'])
      expect((await test.activity(one)).filter(({ what }) => what === 'step_unheard')).toHaveLength(4)
    },
    30_000,
  )

  it('an outage ends, and the schedule alone continues when every job was lost', async () => {
    const one = await test.person()
    test.checks.outage = true
    await test.submit(one)
    await test.advance(one)
    await test.gateway.db.admin.query(`delete from pgboss.job`)
    expect(await statusOf(one)).toBe('in_process_delayed')
    test.checks.outage = false
    test.clock.advance(MINUTE_MS)
    for (let minute = 0; minute < 6; minute += 1) {
      await test.run(followOnboardings)
      await test.gateway.db.admin.query(`delete from pgboss.job`)
    }
    expect(await statusOf(one)).toBe('approved')
    await test.showFace(one)
    await test.gateway.db.admin.query(`delete from pgboss.job`)
    await test.run(followOnboardings)
    expect(await statusOf(one)).toBe('finished')
  })

  it('unusable documents fail the onboarding; an unusable video is requested again', async () => {
    const papers = await submitted(await test.person(magicCpf('CAF', 'unusable', next())))
    expect((await test.state(papers)).onboarding).toMatchObject({ status: 'failed', failed_code: 'ONBOARDING_FAILED' })
    const face = await submitted(await test.person(magicCpf('LIVENESS', 'unusable', next())))
    for (let time = 1; time <= 2; time += 1) {
      test.clock.advance(MINUTE_MS)
      expect(await test.showFace(face)).toBe(true)
      await test.drain()
      const told = time === 1 ? ['liveness_reopened'] : ['liveness_reopened', 'resumed', 'liveness_reopened']
      expect((await test.told(face)).slice(-told.length)).toEqual(told)
      expect((await test.state(face)).onboarding['failed_message']).toBe('VIDEO_UNUSABLE')
      expect(await statusOf(face)).toBe('approved')
      expect(await stepOf(face, 'LIVENESS')).toMatchObject({ status: 'PENDING', attempts: time })
    }
    const { rows } = await test.gateway.db.admin.query(
      `select face.status, face.submitted_at, video.state from liveness_checks face
       join liveness_videos video on video.liveness_id = face.id where face.onboarding_id = $1`,
      [face.id],
    )
    const failed = { status: 'WAITING_SUBMISSION', submitted_at: null, state: 'FAILED' }
    expect(rows).toEqual([failed, failed])
  })
})

describe('a job that is repeated, run concurrently or killed', () => {
  it('ten at once: one query and one verdict for each step, one event for each move', async () => {
    const one = await test.company([plainCpf(next()), plainCpf(next())])
    await test.submit(one)
    const storm = async () => {
      for (let round = 0; round < 6; round += 1) await Promise.all(Array.from({ length: 10 }, () => test.advance(one)))
    }
    await storm()
    for (const representative of one.representatives) await test.showFace(one, representative)
    await storm()
    expect(await statusOf(one)).toBe('finished')
    expect(await test.told(one)).toEqual([...wholeWay.slice(0, 4), 'liveness_updated', 'finished'])
    const ids = test.checks.asked.map(({ check_id }) => check_id)
    expect([ids.length, new Set(ids).size]).toEqual([10, 10])
    const approvals = (await test.activity(one)).filter(({ what }) => what === 'step_approved')
    expect(approvals).toHaveLength(10)
  })

  it('a response that arrives after the query was repeated changes nothing', async () => {
    const one = await test.person()
    await test.submit(one)
    const { onboardingChecks } = test.worker
    const slow = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    test.worker.onboardingChecks = {
      ...onboardingChecks,
      async check() {
        held.resolve()
        await slow.promise
        return { verdict: 'REJECTED', reason: null, text: '{}' }
      },
    }
    const late = test.advance(one)
    await held.promise
    test.worker.onboardingChecks = onboardingChecks
    await test.advance(one)
    expect(test.checks.asked).toEqual([])
    test.clock.advance(MINUTE_MS)
    await test.advance(one)
    expect(await stepOf(one, 'BC_PROTEGE')).toMatchObject({ status: 'APPROVED', attempts: 1 })
    const before = JSON.stringify(await test.state(one))
    slow.resolve()
    await late
    expect(JSON.stringify(await test.state(one))).toBe(before)
    await test.drain()
    expect(await statusOf(one)).toBe('approved')
  })

  const LEAST = 20
  it.each([false, true])(
    'killed at any boundary (partner answered: %s): the same end, with each event once',
    async (after) => {
      let boundaries = 0
      for (let boundary = 0; ; boundary += 1) {
        // From boundary LEAST on, every one runs, so that the last one is found.
        if (boundary < LEAST && !isDrawn(boundary, 3)) continue
        const one = await test.person()
        await test.submit(one)
        const { advance, died } = test.dying(boundary, after)
        // Once more after the end, because a repeated end would emit its event again.
        for (let [round, ended] = [0, false]; round < 14 && !ended; round += 1) {
          ended = (await test.told(one)).length >= wholeWay.length
          await (died() ? test.advance(one) : advance(one).catch(() => {}))
          await test.gateway.db.admin.query('delete from pgboss.job')
          // Longer than the lease of any call that was started and never completed.
          test.clock.advance(2 * MINUTE_MS)
          await test.showFace(one)
        }
        expect(await test.told(one)).toEqual(wholeWay)
        expect((await test.activity(one)).filter(({ what }) => what === 'step_approved')).toHaveLength(5)
        if (!died()) break
        boundaries = boundary + 1
      }
      process.stderr.write(`killed at ${boundaries} boundaries\n`)
      expect(boundaries).toBeGreaterThan(LEAST)
    },
    240_000,
  )
})

describe('data that must not leak', () => {
  it('no name, document or file name is in a log, an event or the activity', async () => {
    const one = await submitted(await test.company([magicCpf('CAF', 'review', next())]))
    const { admin } = test.gateway.db
    const events = await admin.query('select data::text from events')
    const activity = await admin.query('select * from onboarding_activity where onboarding_id = $1', [one.id])
    const text = JSON.stringify([events.rows, activity.rows, test.gateway.logged])
    const documents = test.checks.asked.map(({ subject }) => subject.document)
    expect(documents.length).toBeGreaterThan(0)
    for (const canary of ['Canary', 'canary', ...documents]) expect(text).not.toContain(canary)
  })
})
