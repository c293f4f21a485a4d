import { magicCpf, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { createTestOnboarding, type TestingCase, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { personsOf, USERS } from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAsUser } from '../../../http/transaction.ts'
import { reviewStep } from './review-step.ts'

let test: TestOnboarding
beforeAll(async () => {
  test = await createTestOnboarding()
})
beforeEach(() => test.reset())
afterAll(() => test.close())

/** A person whose documents an analyst requested again, after the registries approved the number. */
async function givenBack(number: number): Promise<TestingCase> {
  const one = await test.person(magicCpf('CAF', 'review', number))
  await test.submit(one)
  await test.drain()
  const step = (await test.state(one)).steps.find(({ status }) => status === 'MANUAL_REVIEW')!
  const decided = { decision: 'RESUBMIT', reason: 'o nome não confere', actor: 'ana' } as const
  await runAsUser(test.worker, one.user.user_id, 'test', (tx) =>
    reviewStep(tx, { onboarding_id: one.id, step_id: String(step['id']), seen: Number(step['version']), ...decided }),
  )
  test.checks.asked.length = 0
  return one
}
const correct = (one: TestingCase, patch: object) =>
  personsOf(test.gateway, one.user).patch(`${USERS}/accounts/${one.account_id}`, patch)
const asked = () => test.checks.asked.map(({ step, subject }) => [step, subject.document])

describe('returned by an analyst', () => {
  it('a corrected name is used in the next document check, and the registries are not queried again', async () => {
    const one = await givenBack(601)
    const document = String((await test.state(one)).onboarding['document'])
    expect((await correct(one, { full_name: 'Nome Certo' })).status).toBe(200)
    await submitAgain(one)
    expect(asked()).toEqual([['CAF', document]])
    expect(test.checks.asked[0]!.subject).toMatchObject({ full_name: 'Nome Certo' })
  })

  it('a corrected number is queried at each registry, as a new attempt', async () => {
    const one = await givenBack(602)
    const document = plainCpf(60_200)
    expect((await correct(one, { document })).status).toBe(200)
    await submitAgain(one)
    const names = ['BC_PROTEGE', 'DICT', 'RUFRA', 'CAF']
    expect(asked()).toEqual(names.map((name) => [name, document]))
    for (const { check_id } of test.checks.asked) expect(check_id).toMatch(/-2$/)
  })
})

async function submitAgain(one: TestingCase) {
  await test.submit(one)
  await test.drain()
}
