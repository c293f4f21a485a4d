import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import {
  bringTo,
  canaries,
  expectNoCanary,
  formerly,
  linkOf,
  onboardingOf,
  representativeOf,
} from '@eclusa/testing/liveness.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
})
afterAll(() => gateway.close())

const submitted_at = new Date().toISOString()
const ofPerson = (id: string) => gateway.ask({ url: `/v2/users/onboardings/${id}/liveness`, as: user })
const ofCompany = (id: string) =>
  gateway.ask({ url: `/v2/users/onboardings/${id}/legal-representatives/liveness`, as: user })

describe('200', () => {
  it('is PENDING by LINK before a link is made', async () => {
    const id = await onboardingOf(gateway, user, { status: 'in_process', submitted_at })
    expect((await ofPerson(id)).body).toEqual({ status: 'PENDING', method: 'LINK' })
  })

  it('returns the link while it opens', async () => {
    const { onboarding_id, path } = await linkOf(gateway, user)
    const { body } = await ofPerson(onboarding_id)
    expect(body).toEqual({ status: 'WAITING_SUBMISSION', method: 'LINK', url: `https://gateway.eclusa.test${path}` })
    expect(path).toMatch(/^\/liveness\/[A-Za-z0-9_-]{91}$/)
  })

  it.each([
    ['was revoked', { revoked_at: submitted_at }, {}],
    ['is used', { status: 'IN_ANALYSIS' }, {}],
    ['is of an onboarding that has ended', {}, { status: 'expired' }],
  ] as const)('gives no address that %s', async (_, liveness, onboarding) => {
    const { onboarding_id } = await linkOf(gateway, user, liveness, onboarding)
    const { status, body } = await ofPerson(onboarding_id)
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('url')
  })

  it('is, of listRepresentativeLivenesses, a bare array with every active representative of a company, each with its own link', async () => {
    const id = await onboardingOf(gateway, user, { person_type: 'LEGAL_PERSON' })
    const first = await representativeOf(gateway, user, id)
    const second = await representativeOf(gateway, user, id)
    await representativeOf(gateway, user, id, formerly)
    await bringTo(gateway, user, id, { status: 'approved', submitted_at })
    await linkOf(gateway, user, { onboarding_id: id, legal_representative_id: first })
    const { body } = await ofCompany(id)
    expect(body).toEqual([
      {
        id: first,
        name: canaries.representative,
        status: 'WAITING_SUBMISSION',
        method: 'LINK',
        url: expect.stringContaining('/liveness/') as string,
      },
      { id: second, name: canaries.representative, status: 'PENDING', method: 'LINK' },
    ])
    expectNoCanary(gateway)
  })
})

describe('404', () => {
  it('for an id that is missing, of the other person type, or of another user', async () => {
    const company = await onboardingOf(gateway, user, { person_type: 'LEGAL_PERSON', submitted_at })
    const person = await onboardingOf(gateway, user, { submitted_at })
    const theirs = await onboardingOf(gateway, await gateway.user(), { submitted_at })
    for (const id of [randomUUID(), company, theirs])
      expect(await ofPerson(id)).toMatchObject({ status: 404, body: { code: 'ONBOARDING_NOT_FOUND' } })
    for (const id of [randomUUID(), person, theirs])
      expect(await ofCompany(id)).toMatchObject({ status: 404, body: { code: 'ONBOARDING_NOT_FOUND' } })
  })
})

describe('422', () => {
  it('before the onboarding is submitted', async () => {
    const person = await onboardingOf(gateway, user)
    expect(await ofPerson(person)).toMatchObject({ status: 422, body: { code: 'LIVENESS_NOT_STARTED' } })
    const company = await onboardingOf(gateway, user, { person_type: 'LEGAL_PERSON' })
    expect(await ofCompany(company)).toMatchObject({ status: 422, body: { code: 'LIVENESS_NOT_STARTED' } })
  })
})
