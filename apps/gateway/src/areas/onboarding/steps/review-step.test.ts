import { magicCpf, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import type { TestResponse } from '@eclusa/testing/gateway.ts'
import { createTestOnboarding, type TestingCase, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOnboardingChecks } from '../../../partners/onboarding-checks/client.ts'
import { followOnboardings } from './follow-onboardings.job.ts'

/** Decisions of an analyst about a step, and their consequences in the engine. */
let test: TestOnboarding
let desk: TestDesk
beforeAll(async () => {
  test = await createTestOnboarding()
  desk = await createTestBackoffice(test.gateway)
})
beforeEach(() => test.reset())
afterAll(async () => {
  await desk.close()
  await test.close()
})

let number = 500
const next = () => (number += 1)
const statusOf = async (one: TestingCase) => (await test.state(one)).onboarding['status']
const inReview = async (one: TestingCase) =>
  (await test.state(one)).steps.find(({ status }) => status === 'MANUAL_REVIEW' || status === 'ERROR')!

async function submitted(one: TestingCase): Promise<TestingCase> {
  await test.submit(one)
  await test.drain()
  return one
}

type Decision = 'APPROVED' | 'REJECTED' | 'RESUBMIT'

const review = (one: TestingCase, step: Record<string, unknown>, decision: Decision, reason = 'A foto confere.') =>
  desk.ask({
    method: 'POST',
    url: `/v1/onboardings/${one.id}/steps/${String(step['id'])}/decision`,
    as: desk.person('beatriz', 'analyst'),
    body: { decision, seen: Number(step['version']), reason },
  })

async function decided(one: TestingCase, decision: Decision, reason?: string): Promise<TestResponse['body']> {
  const { status, body } = await review(one, await inReview(one), decision, reason)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('a step that waits for an analyst', () => {
  it('approve: the step passes, and the engine continues', async () => {
    const one = await submitted(await test.person(magicCpf('CAF', 'review', next())))
    expect(await statusOf(one)).toBe('in_process_delayed')
    expect(await decided(one, 'APPROVED')).toMatchObject({
      user_id: one.user.user_id,
      step_status: 'APPROVED',
      status: 'approved',
    })
    await test.drain()
    expect(await test.told(one)).toEqual(['submitted', 'delayed', 'checks_approved', 'liveness_released'])
    expect(await test.activity(one)).toContainEqual({
      what: 'step_approved',
      actor: 'analyst beatriz (sub-beatriz)',
      reason: 'A foto confere.',
      status: 'approved',
    })
  })

  it("approve, of the last liveness: finished and admitted by the analyst's decision", async () => {
    const one = await submitted(await test.person(magicCpf('LIVENESS', 'review', next())))
    await test.showFace(one)
    await test.drain()
    expect(await decided(one, 'APPROVED')).toMatchObject({ step_status: 'APPROVED', status: 'finished' })
    const { rows } = await test.gateway.db.admin.query(
      `select account.state, role, face.status, video.state as video from user_accounts account
       join product_users on product_users.user_id = account.target_user_id
       join liveness_checks face on face.onboarding_id = $2 join liveness_videos video on video.liveness_id = face.id
       where account.id = $1`,
      [one.account_id, one.id],
    )
    expect(rows).toEqual([{ state: 'active', role: 'TARGET', status: 'APPROVED', video: 'COMPLETED' }])
  })

  it('reject: by compliance, with the reason and the representative', async () => {
    const one = await submitted(await test.company([plainCpf(next()), magicCpf('CAF', 'review', next())]))
    await decided(one, 'REJECTED', 'O documento é de outra pessoa.')
    expect((await test.state(one)).onboarding).toMatchObject({
      status: 'rejected',
      failed_code: 'ONBOARDING_REJECTED_BY_COMPLIANCE',
      failed_message: 'O documento é de outra pessoa.',
      rejected_legal_representative_id: one.representatives[1],
      expires_at: null,
    })
  })

  it('resubmit, of documents: the integrator sends again, and every document is checked again', async () => {
    const one = await submitted(await test.company([plainCpf(next()), magicCpf('CAF', 'review', next())]))
    await decided(one, 'RESUBMIT', 'O verso está cortado.')
    expect((await test.state(one)).onboarding).toMatchObject({
      status: 'invalid',
      failed_message: 'O verso está cortado.',
      failed_code: null,
    })
    await test.advance(one)
    await test.run(followOnboardings)
    const asked = test.checks.asked.length
    await submitted(one)
    expect((await test.state(one)).onboarding).toMatchObject({ status: 'in_process_delayed', failed_message: null })
    expect(test.checks.asked.slice(asked).map(({ step }) => step)).toEqual(['CAF', 'CAF', 'CAF'])
    await decided(one, 'APPROVED')
    await test.drain()
    expect(await statusOf(one)).toBe('approved')
    expect(await test.told(one)).toEqual([
      'submitted',
      'delayed',
      'resubmission_asked',
      'submitted',
      'delayed',
      'checks_approved',
      'liveness_released',
    ])
  })

  it('resubmit, of a liveness: the same person records another video', async () => {
    const one = await submitted(await test.person(magicCpf('LIVENESS', 'review', next())))
    await test.showFace(one)
    await test.drain()
    await decided(one, 'RESUBMIT', 'Muito escuro.')
    expect((await test.state(one)).onboarding).toMatchObject({ status: 'approved', failed_message: 'Muito escuro.' })
    expect((await test.told(one)).at(-1)).toBe('liveness_reopened')
    const { rows } = await test.gateway.db.admin.query(
      `select face.status, face.attempts, video.state from liveness_checks face
       join liveness_videos video on video.liveness_id = face.id where face.onboarding_id = $1`,
      [one.id],
    )
    expect(rows).toEqual([{ status: 'WAITING_SUBMISSION', attempts: 0, state: 'FAILED' }])
    test.clock.advance(60_000)
    expect(await test.showFace(one)).toBe(true)
    await test.drain()
    expect((await test.state(one)).onboarding).toMatchObject({ status: 'approved', failed_message: null })
    await decided(one, 'APPROVED')
    expect(await statusOf(one)).toBe('finished')
  })

  it('decides a step of a partner that does not respond, and the engine continues', async () => {
    const one = await test.person(magicCpf('RUFRA', 'error', next()))
    await test.submit(one)
    for (const _ of ['BC_PROTEGE', 'DICT', 'RUFRA']) await test.advance(one)
    expect(await inReview(one)).toMatchObject({ name: 'RUFRA', status: 'ERROR' })
    await decided(one, 'APPROVED')
    await test.drain()
    expect(await statusOf(one)).toBe('approved')
  })

  it('rejects a decision on another version, a decided step, without a reason or on a missing step, and changes nothing', async () => {
    const one = await submitted(await test.person(magicCpf('DICT', 'review', next())))
    const before = JSON.stringify([await test.state(one), await test.activity(one)])
    const step = await inReview(one)
    const stale = { ...step, version: Number(step['version']) - 1 }
    expect(await review(one, stale, 'APPROVED')).toMatchObject({ status: 409, body: { code: 'CASE_CHANGED' } })
    expect((await review(one, step, 'APPROVED', ' ')).status).toBe(400)
    expect((await review(one, { ...step, id: one.id }, 'APPROVED')).status).toBe(404)
    expect(JSON.stringify([await test.state(one), await test.activity(one)])).toBe(before)
    const both = await Promise.all([review(one, step, 'APPROVED'), review(one, step, 'REJECTED')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('two videos that are requested again', () => {
  it('are reported one by one, and the reason stays until both have arrived', async () => {
    const one = await submitted(
      await test.company([next(), next()].map((each) => magicCpf('LIVENESS', 'review', each))),
    )
    for (const each of one.representatives) await test.showFace(one, each)
    await test.drain()
    for (const _ of one.representatives) await decided(one, 'RESUBMIT', 'Muito escuro.')
    const { rows } = await test.gateway.db.admin.query<{ representative: string }>(
      `select data->>'legal_representative_id' as representative from events
       where object_id = $1 and type = 'users.onboarding.liveness_reopened'`,
      [one.id],
    )
    expect(rows.map(({ representative }) => representative).toSorted()).toEqual(one.representatives.toSorted())
    const asked: unknown[] = []
    for (const each of one.representatives) {
      test.clock.advance(60_000)
      await test.showFace(one, each)
      await test.drain()
      asked.push((await test.state(one)).onboarding['failed_message'])
    }
    expect(asked).toEqual(['Muito escuro.', null])
  })
})

describe('with only BC Protege+ configured', () => {
  it('an analyst decides every other step, from the second registry to the liveness', async () => {
    const none = openOnboardingChecks({ url: undefined, token: undefined, timeoutMs: 1_000 })
    const { onboardingChecks } = test.worker
    test.worker.onboardingChecks = {
      ...onboardingChecks,
      check: (question) => (question.step === 'BC_PROTEGE' ? onboardingChecks : none).check(question),
    }
    const one = await submitted(await test.person())
    const steps: unknown[] = []
    for (let step = 0; step < 4; step += 1) {
      await test.drain()
      if (step === 3) await test.showFace(one)
      await test.drain()
      steps.push((await inReview(one))['name'])
      await decided(one, 'APPROVED')
    }
    expect(steps).toEqual(['DICT', 'RUFRA', 'CAF', 'LIVENESS'])
    expect(await statusOf(one)).toBe('finished')
    expect(test.checks.asked.map(({ step }) => step)).toEqual(['BC_PROTEGE'])
  })
})

describe('the login of the backoffice', () => {
  it('reads every onboarding, changes none without its scope, and cannot change the activity', async () => {
    const one = await submitted(await test.person())
    const { admin } = test.gateway.db
    const under = async (role: string, scope: string, statement: string) => {
      const client = await admin.connect()
      try {
        await client.query('begin')
        await client.query(`select set_config('eclusa.user_id', $1, true)`, [scope])
        await client.query(`set local role ${role}`)
        return (await client.query(statement)).rowCount
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    const stranger = await test.gateway.user()
    const change = `update onboarding_steps set status = 'APPROVED' where onboarding_id = '${one.id}'`
    expect(await under('eclusa_backoffice', stranger.user_id, change)).toBe(0)
    expect(await under('eclusa_backoffice', one.user.user_id, change)).toBe(5)
    for (const what of [
      "onboardings set document = 'x'",
      "onboardings set address = '{}'",
      'user_accounts set target_user_id = null',
      "user_accounts set document = 'x'",
      "onboarding_steps set name = 'CAF'",
      "liveness_videos set sha256 = 'x'",
      "shareholders set document = 'x'",
    ])
      await expect(under('eclusa_backoffice', one.user.user_id, `update ${what}`)).rejects.toThrow('denied')
    // The API corrects what can be corrected; no role can change the owner or the target user.
    for (const statement of [
      'update shareholders set onboarding_id = null',
      'update legal_representatives set onboarding_id = null',
      "update user_accounts set person_type = 'LEGAL_PERSON'",
      'update user_accounts set default_wallet_id = null',
      'delete from shareholders',
      'delete from legal_representatives',
      'delete from user_accounts',
    ])
      await expect(under('eclusa_api', one.user.user_id, statement)).rejects.toThrow('denied')
    for (const role of ['eclusa_backoffice', 'eclusa_api']) {
      await expect(under(role, one.user.user_id, 'update onboarding_activity set reason = null')).rejects.toThrow(
        'denied',
      )
      await expect(under(role, one.user.user_id, 'delete from onboarding_activity')).rejects.toThrow('denied')
    }
  })
})
