import { setTimeout as pause } from 'node:timers/promises'
import { magicCpf, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { createTestOnboarding, type TestingCase, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { again, file, NATURAL, naturalBody, personsOf, picture } from '@eclusa/testing/persons.ts'
import { behind } from '@eclusa/testing/replica-lag.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expireOnboardings } from './expire-onboardings.job.ts'

let test: TestOnboarding
beforeAll(async () => {
  test = await createTestOnboarding()
})
beforeEach(() => test.reset())
afterAll(() => test.close())

let number = 700
const next = () => (number += 1)
const of = async (one: TestingCase) => (await test.state(one)).onboarding
const expire = () => test.run(expireOnboardings)
const SECOND_MS = 1_000
const DAY_MS = 86_400_000

async function submitted(one: TestingCase): Promise<TestingCase> {
  await test.submit(one)
  await test.drain()
  return one
}

/** Moves the deadline instead of the clock, because there are no partitions months ahead. */
async function expiresIn(one: TestingCase, ms: number): Promise<void> {
  const expires_at = new Date(test.clock.now().getTime() + ms)
  await test.gateway.db.admin.query('update onboardings set expires_at = $2 where id = $1', [one.id, expires_at])
}
const toTheLastSecond = (one: TestingCase) => expiresIn(one, SECOND_MS)

describe('the deadline, to the second', () => {
  it.each(['pending', 'invalid'])('%s: expired', async (status) => {
    const one = await test.person()
    await test.gateway.db.admin.query('update onboardings set status = $2 where id = $1', [one.id, status])
    await toTheLastSecond(one)
    await expire()
    expect(await of(one)).toMatchObject({ status })
    test.clock.advance(SECOND_MS)
    await expire()
    await expire()
    expect(await of(one)).toMatchObject({ status: 'expired', failed_code: null, expires_at: null })
    expect(await test.told(one)).toEqual(['expired'])
    expect(await test.activity(one)).toEqual([
      { what: 'expired', actor: 'gateway', reason: 'DEADLINE', status: 'expired' },
    ])
  })

  it('the integrator reads expired, can add no data, and opens another for the same account', async () => {
    const one = await test.person()
    await toTheLastSecond(one)
    test.clock.advance(SECOND_MS)
    await expire()
    const persons = personsOf(test.gateway, one.user)
    const { body } = await persons.get(`${NATURAL}/${one.id}`)
    expect(body).toMatchObject({ status: 'expired', missing: [] })
    expect(body).not.toHaveProperty('expires_at')
    const late = await persons.send(`${NATURAL}/${one.id}/documents`, [file('selfie', picture())])
    expect(late).toMatchObject({ status: 422, body: { code: 'ONBOARDING_TAKES_NO_CHANGES' } })
    const events = await persons.get('/v1/events?type=users.onboarding.expired')
    expect(events.body['data']).toMatchObject([{ object_id: one.id, data: { status: 'expired' } }])
    expect((await persons.post(NATURAL, naturalBody(one.account_id), again)).status).toBe(201)
  })

  it('a missing video: rejected, with the first person who is missing', async () => {
    const one = await submitted(await test.company([plainCpf(next()), plainCpf(next()), plainCpf(next())]))
    await test.showFace(one, one.representatives[0])
    await test.drain()
    await toTheLastSecond(one)
    await expire()
    expect(await of(one)).toMatchObject({ status: 'approved' })
    test.clock.advance(SECOND_MS)
    await expire()
    expect(await of(one)).toMatchObject({
      status: 'rejected',
      failed_code: 'ONBOARDING_REJECTED_LIVENESS_EXPIRED',
      rejected_legal_representative_id: one.representatives[1],
      expires_at: null,
    })
    expect(await test.showFace(one, one.representatives[1])).toBe(false)
  })

  it('ends nothing that waits for the institution: a partner, an analyst, a video in analysis', async () => {
    const partner = await submitted(await test.person(magicCpf('CAF', 'error', next())))
    const face = await submitted(await test.person(magicCpf('LIVENESS', 'review', next())))
    await test.showFace(face)
    await test.drain()
    for (const one of [partner, face]) await expiresIn(one, -60 * DAY_MS)
    await expire()
    expect(await of(partner)).toMatchObject({ status: 'in_process_delayed' })
    expect(await of(face)).toMatchObject({ status: 'approved' })
  })

  it('gives three days to a person who is asked late', async () => {
    const one = await test.person(magicCpf('BC_PROTEGE', 'pending', next()))
    await test.submit(one)
    await test.advance(one)
    await expiresIn(one, -10 * DAY_MS)
    await test.drain()
    await expire()
    const { status, expires_at } = await of(one)
    expect(status).toBe('approved')
    expect((expires_at as Date).getTime() - test.clock.now().getTime()).toBe(3 * DAY_MS)
    test.clock.advance(3 * DAY_MS)
    await expire()
    expect(await of(one)).toMatchObject({ failed_code: 'ONBOARDING_REJECTED_LIVENESS_EXPIRED' })
  })
})

describe('races with the deadline', () => {
  it('a deadline that was extended during the expiry job is respected', async () => {
    const one = await test.person()
    await expiresIn(one, -SECOND_MS)
    const later = {
      by: 'update onboardings set expires_at = $2 where id = $1',
      values: [one.id, new Date(test.clock.now().getTime() + DAY_MS)],
      waiting: 1,
    }
    await behind(test.gateway.db, later, expire)
    expect(await of(one)).toMatchObject({ status: 'pending' })
    expect(await test.told(one)).toEqual([])
  })

  const rounds = Number(process.env['RACE_ROUNDS'] ?? 10)
  /** Repeats until both orders have occurred, within a limit. */
  const goesOn = (round: number, ends: Map<unknown, number>) => round < rounds || (ends.size < 2 && round < 4 * rounds)
  /** The deadline is drawn within the duration of the work, which is measured from the previous round. */
  let took = 100
  async function against<T>(round: number, deed: () => Promise<T>): Promise<T> {
    const begun = Date.now()
    const [done] = await Promise.all([
      deed().finally(() => void (took = Date.now() - begun)),
      pause(((round % 10) / 10) * 1.5 * took).then(expire),
    ])
    return done
  }

  it('a concurrent verdict: one end, one event', async () => {
    const ends = new Map<unknown, number>()
    for (let round = 0; goesOn(round, ends); round += 1) {
      const one = await submitted(await test.company([magicCpf('LIVENESS', 'reject', next()), plainCpf(next())]))
      await toTheLastSecond(one)
      await test.showFace(one, one.representatives[0])
      test.clock.advance(SECOND_MS)
      await against(round, () => test.advance(one))
      const { status, failed_code, rejected_legal_representative_id } = await of(one)
      const byVerdict = failed_code === 'ONBOARDING_REJECTED'
      expect([status, rejected_legal_representative_id]).toEqual(['rejected', one.representatives[byVerdict ? 0 : 1]])
      expect(byVerdict || failed_code === 'ONBOARDING_REJECTED_LIVENESS_EXPIRED').toBe(true)
      expect((await test.told(one)).filter((what) => what === 'rejected')).toEqual(['rejected'])
      expect((await test.activity(one)).filter(({ what }) => what === 'rejected')).toHaveLength(1)
      ends.set(failed_code, (ends.get(failed_code) ?? 0) + 1)
    }
    process.stderr.write(`verdict against deadline: ${JSON.stringify([...ends])}\n`)
    expect(ends.size).toBe(2)
  }, 300_000)

  it('a concurrent video: in time it is finished, too late it is rejected, never both', async () => {
    const ends = new Map<unknown, number>()
    for (let round = 0; goesOn(round, ends); round += 1) {
      const one = await submitted(await test.person(plainCpf(next())))
      await toTheLastSecond(one)
      test.clock.advance(SECOND_MS)
      const taken = await against(round, () => test.showFace(one))
      await test.drain()
      const { status } = await of(one)
      expect(status).toBe(taken ? 'finished' : 'rejected')
      const last = taken ? ['liveness_updated', 'finished'] : ['rejected']
      expect(await test.told(one)).toEqual(['submitted', 'checks_approved', 'liveness_released', ...last])
      ends.set(status, (ends.get(status) ?? 0) + 1)
    }
    process.stderr.write(`face against deadline: ${JSON.stringify([...ends])}\n`)
    expect(ends.size).toBe(2)
  }, 300_000)
})
