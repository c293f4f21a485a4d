import { randomUUID } from 'node:crypto'
import { fateOf, magicCnpj, magicCpf, plainCnpj, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { LIES, type SandboxChecks, startOnboardingChecks } from '@eclusa/simulators/onboarding-checks/server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isCnpj } from '../../platform/tax-ids/cnpj.ts'
import { isCpf } from '../../platform/tax-ids/cpf.ts'
import { PartnerAvoided, PartnerDown, type PartnerFailure, PartnerUnusable } from '../failure.ts'
import { type CheckQuestion, type OnboardingChecks, openOnboardingChecks } from './client.ts'

let sandbox: SandboxChecks
let checks: OnboardingChecks

beforeAll(async () => {
  sandbox = await startOnboardingChecks()
})
afterAll(() => sandbox.close())
beforeEach(() => {
  sandbox.asked.length = 0
  sandbox.outage = false
  checks = openOnboardingChecks({ url: sandbox.url, token: sandbox.token, timeoutMs: 500 })
})
afterEach(() => checks.close())

function question(document: string, step = 'CAF', check_id = `${randomUUID()}-1`): CheckQuestion {
  return { check_id, step, subject: { person_type: 'NATURAL_PERSON', document } }
}
const failure = (asked: CheckQuestion, of: OnboardingChecks = checks) =>
  of.check(asked).then(
    (answer) => expect.fail(`believed ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  )

describe('a response that names its check', () => {
  it.each([
    [plainCpf(1), { verdict: 'APPROVED', reason: null }],
    [magicCpf('CAF', 'reject', 1), { verdict: 'REJECTED', reason: 'SANDBOX_REJECTS' }],
    [magicCpf('CAF', 'review', 1), { verdict: 'MANUAL_REVIEW', reason: 'SANDBOX_DOUBTS' }],
    [magicCpf('CAF', 'pending', 1), { verdict: 'PENDING', reason: null }],
    [magicCnpj('CAF', 'unusable', 1), { verdict: 'UNUSABLE', reason: 'SANDBOX_CANNOT_READ' }],
    [magicCpf('DICT', 'reject', 1), { verdict: 'APPROVED', reason: null }],
  ])('%s: %j', async (document, answer) => {
    const { text, ...given } = await checks.check(question(document))
    expect(given).toEqual(answer)
    expect(JSON.parse(text)).toMatchObject({ step: 'CAF', verdict: answer.verdict })
  })
})

describe('a response that is rejected', () => {
  it.each(LIES.map((_, index) => index))('invalid response %i', async (index) => {
    const asked = question(magicCpf('CAF', 'garbage', 1))
    for (let told = 0; told < index; told += 1) await failure(asked)
    expect(await failure(asked)).toBeInstanceOf(PartnerUnusable)
    expect(sandbox.asked).toHaveLength(index + 1)
  })

  it.each([
    ['error', 'ANSWERED_500'],
    ['slow', 'TIMED_OUT'],
  ] as const)('%s: %s', async (fate, code) => {
    const error = await failure(question(magicCpf('CAF', fate, 1)))
    expect(error).toBeInstanceOf(PartnerDown)
    expect(error).toMatchObject({ code })
  })

  it('no connection, or no authorization', async () => {
    sandbox.outage = true
    expect(await failure(question(plainCpf(1)))).toMatchObject({ code: 'UNREACHABLE' })
    sandbox.outage = false
    const stranger = openOnboardingChecks({ url: sandbox.url, token: 'wrong', timeoutMs: 500 })
    expect(await failure(question(plainCpf(1)), stranger)).toMatchObject({ code: 'ANSWERED_401' })
    await stranger.close()
  })

  it('after five of them, no call is made for a while', async () => {
    sandbox.outage = true
    for (let time = 0; time < 5; time += 1) await failure(question(plainCpf(1)))
    sandbox.outage = false
    expect(await failure(question(plainCpf(1)))).toBeInstanceOf(PartnerAvoided)
    expect(sandbox.asked).toEqual([])
  })

  it('contains no personal data in its error', async () => {
    const document = magicCpf('CAF', 'garbage', 7)
    const error = (await failure(question(document))) as PartnerFailure
    expect(`${error.message} ${error.code}`).not.toContain(document)
  })
})

it('moves everything to manual review when no partner is configured', async () => {
  const none = openOnboardingChecks({ url: undefined, token: undefined, timeoutMs: 500 })
  expect(await none.check(question(plainCpf(1)))).toEqual({
    verdict: 'MANUAL_REVIEW',
    reason: 'NOBODY_TO_ASK',
    text: '',
  })
})

it('has magic documents with valid check digits', () => {
  for (let number = 0; number < 200; number += 1) {
    expect([isCpf(plainCpf(number)), isCnpj(plainCnpj(number))]).toEqual([true, true])
    expect(isCpf(magicCpf('LIVENESS', 'flaky', number))).toBe(true)
    expect(isCnpj(magicCnpj('BC_PROTEGE', 'slow', number))).toBe(true)
  }
  expect(fateOf('LIVENESS', magicCpf('LIVENESS', 'flaky', 3))).toBe('flaky')
  expect(fateOf('CAF', magicCpf('LIVENESS', 'flaky', 3))).toBeUndefined()
})
