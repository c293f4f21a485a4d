import { magicCpf, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createEclusa, type Eclusa } from '@eclusa/testing/eclusa.ts'
import { createTestOnboarding, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOnboardingCommands } from './onboardings.ts'

let test: TestOnboarding
let desk: TestDesk
let eclusa: Eclusa
beforeAll(async () => {
  test = await createTestOnboarding()
  desk = await createTestBackoffice(test.gateway)
  desk.person('vera', 'viewer')
  eclusa = await createEclusa(desk, [addOnboardingCommands])
})
afterAll(async () => {
  await desk.close()
  await test.close()
})

describe('eclusa onboardings', () => {
  it("lists pending cases and prints an onboarding's history, with masked documents and no names", async () => {
    const document = magicCpf('CAF', 'review', 1)
    const one = await test.person(document)
    await test.submit(one)
    await test.drain()
    const listed = await eclusa('vera', ['onboardings', 'list-reviews'])
    const { id, version } = (await test.state(one)).steps.find(({ status }) => status === 'MANUAL_REVIEW')!
    expect(listed).toContainEqual(
      expect.objectContaining({ onboarding_id: one.id, step_id: id, version: Number(version), waiting: true }),
    )
    const drawn = await eclusa.text('vera', ['onboardings', 'show', one.id])
    expect(drawn).toContain(`Onboarding ${one.id} of the user ${one.user.user_id}`)
    expect(drawn).toContain('in_process_delayed')
    expect(drawn).toContain('✔ 1 BC_PROTEGE  APPROVED')
    expect(drawn).toContain(`? 4 CAF  MANUAL_REVIEW (SANDBOX_DOUBTS)  [${String(id)} --seen ${String(version)}]`)
    expect(drawn).toMatch(/○ .* {2}submitted, by integrator {2}→ in_process\n/)
    expect(drawn).toMatch(/● .* {2}delayed, by gateway {2}→ in_process_delayed\n/)
    for (const text of [JSON.stringify(listed), drawn]) {
      expect(text).not.toContain(document)
      expect(text).not.toContain('Canary')
    }
    await expect(eclusa('vera', ['onboardings', 'show', one.account_id])).rejects.toThrow('NOT_FOUND')
  })

  it('names the representative that a step is about', async () => {
    const company = await test.company([plainCpf(2)])
    await test.submit(company)
    await test.drain()
    const drawn = await eclusa.text('vera', ['onboardings', 'show', company.id])
    expect(drawn).toContain(`CAF of ${company.representatives[0]}  `)
    expect(drawn).toContain(`step_approved CAF of ${company.representatives[0]}, by `)
  })
})
