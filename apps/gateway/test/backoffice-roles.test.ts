import { randomUUID } from 'node:crypto'
import { SAMPLE_DESK_URL } from '@eclusa/simulators/environment.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { deskExamples } from '@eclusa/testing/backoffice-examples.ts'
import { Browser } from '@eclusa/testing/browser.ts'
import { createTestDict, OURS, type TestDict } from '@eclusa/testing/dict.ts'
import type { TestGateway } from '@eclusa/testing/gateway.ts'
import { createTestOnboarding, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeskRoute } from '../src/backoffice/backoffice-route.ts'
import { type Role, roles } from '../src/backoffice/role.ts'
import { deskRoutes } from '../src/backoffice.ts'
import { isWrite } from '../src/http/route.ts'

/**
 * Role isolation: the roles of each operation of the desk, and the decisions that may need approval. Written by hand and not
 * read from the declarations, so that a mistake there is found here.
 */
const looking: Role[] = ['viewer', 'analyst', 'approver', 'operator', 'auditor']
const cases: Role[] = ['viewer', 'analyst', 'approver']
const pix: Role[] = [...cases, 'operator']
const revealing: Role[] = ['analyst', 'approver']
const keeping: Role[] = ['analyst', 'operator']
const leading: Role[] = ['approver', 'operator', 'auditor']
const only = (role: Role, decision?: string) => ({ roles: [role], decision })
/** Not available to machines, whatever their roles. */
const people = (role: Role) => ({ ...only(role), kinds: ['person'] })
/** Needs a recent login where DESK_FRESH_SECONDS is set. */
const fresh = <T extends object>(expectation: T) => ({ ...expectation, fresh: true })
const open = (to: Role[]) => ({ roles: to, decision: undefined })

interface Expected {
  roles: Role[]
  decision: string | undefined
  kinds?: string[]
  fresh?: boolean
}

const expected: Record<string, Expected> = {
  getMe: open(looking),
  listDeskSessions: only('operator'),
  endDeskSession: only('operator'),

  listCases: open(cases),
  countCases: open(cases),
  nextCase: open(cases),
  searchCases: open(cases),
  getCase: open(cases),
  listSameDocument: open(cases),
  assignCase: open(revealing),
  // Realtime changes of cases need a role with cases. Those of proposals need none.
  watchCases: open(looking),
  listTimeline: open(pix),

  getFigures: open(leading),
  getFiguresFile: open(leading),

  listViews: open(cases),
  createView: open(cases),
  changeView: open(cases),
  removeView: open(cases),

  showClient: open(cases),
  revealClient: open(revealing),
  judgeClient: only('analyst', 'client_verdict'),
  showAccount: open(cases),
  revealAccount: open(revealing),
  judgeAccount: only('analyst', 'account_verdict'),

  showOnboarding: open(cases),
  revealOnboarding: open(revealing),
  showOnboardingFiles: open(revealing),
  reviewOnboardingStep: only('analyst', 'onboarding_review'),
  revokeLivenessLink: open(keeping),
  renewLivenessLink: open(keeping),

  showInfraction: open(cases),
  revealInfraction: open(revealing),
  openInfractionFile: open(revealing),
  askClient: only('analyst'),
  judgeInfraction: only('analyst', 'infraction_verdict'),
  listUnclaimedReports: open(pix),
  showUnclaimedReport: open(pix),
  findFraudMarkers: open(revealing),
  registerFraudMarker: only('analyst', 'fraud_marker'),
  withdrawFraudMarker: only('analyst', 'fraud_marker_cancellation'),
  listRefunds: open(pix),
  showRefund: open(pix),
  revealRefund: open(revealing),
  listUnclaimedRefunds: open(pix),
  showUnclaimedRefund: open(pix),
  listInstitutions: open(pix),
  showRecovery: open(pix),
  revealRecovery: open(revealing),

  listJournal: only('auditor'),
  getJournalEntry: only('auditor'),
  revealJournalEntry: only('auditor'),

  listProposals: open(looking),
  getProposal: open(looking),
  approveProposal: fresh(people('approver')),
  declineProposal: fresh(people('approver')),
  withdrawProposal: open(['analyst', 'operator']),

  listUsers: open(keeping),
  getUser: open(keeping),
  createUser: only('operator'),
  activateUser: only('operator', 'user_activation'),
  limitUser: only('operator'),
  deactivateUser: only('operator', 'user_deactivation'),
  listProducts: open(keeping),
  getProduct: open(keeping),
  listMemberships: open(keeping),
  createProduct: only('operator'),
  listMembers: open(keeping),
  addTarget: only('operator', 'grant_creation'),
  removeTarget: only('operator', 'grant_end'),
  deactivateProduct: only('operator', 'product_deactivation'),
  listWallets: open(keeping),
  createWallet: only('operator'),
  deactivateWallet: only('operator', 'wallet_deactivation'),
  listKeys: open(keeping),
  createKey: fresh(only('operator', 'key_creation')),
  rotateKey: fresh(only('operator', 'key_creation')),
  revokeKey: only('operator'),

  listNetworks: open(keeping),
  allowNetwork: only('operator', 'network_permission'),
  disallowNetwork: only('operator'),
  listUserEndpoints: open(keeping),
  recoverUserEndpoint: only('operator'),
  disableUserEndpoint: only('operator'),
  listUserDeliveries: open(keeping),
  resendUserDelivery: only('operator'),
}

const decisions = [...new Set(Object.values(expected).flatMap(({ decision }) => decision ?? []))]

let onboarding: TestOnboarding
let gateway: TestGateway
let dict: TestDict
let alone: TestDesk
let watched: TestDesk
let strict: TestDesk
beforeAll(async () => {
  onboarding = await createTestOnboarding()
  ;({ gateway } = onboarding)
  dict = await createTestDict()
  alone = await createTestBackoffice(gateway)
  watched = await createTestBackoffice(gateway, { DESK_SECOND_EYES: decisions.join(',') })
  strict = await createTestBackoffice(gateway, { DESK_FRESH_SECONDS: '300' })
  for (const { services } of [alone, watched, strict]) services.dict = dict.as(OURS)
})
afterAll(async () => {
  await alone.close()
  await watched.close()
  await strict.close()
  await onboarding.close()
  await dict.close()
})

const operations = deskRoutes as DeskRoute[]
/** A URL of this operation without an object: permission is checked before existence. */
const address = ({ path }: DeskRoute) =>
  path.replaceAll(/:(\w+)/g, (_, name) => odd[name as keyof typeof odd] ?? randomUUID())
const odd = { key_id: '0123456789abcdef', kind: 'account', sequence: '999999999' }

const journalled = async () =>
  Number((await gateway.db.admin.query('select sequence from audit_log_head')).rows[0].sequence)

it('has every operation of the desk, and no other', () => {
  expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(expected).toSorted())
})

describe.each(operations.map((route) => [route.name, route] as const))('%s', (name, route) => {
  it.each([...roles])('%s', async (role) => {
    const before = await journalled()
    const as = alone.person(`only-${role}`, role)
    const { status, body } = await alone.ask({
      method: route.method,
      url: address(route),
      as,
      ...(isWrite(route) && { body: route.example ?? {} }),
    })
    if (expected[name]?.roles.includes(role)) expect(body['code']).not.toBe('ROLE_MISSING')
    else {
      expect([status, body['code']]).toEqual([403, 'ROLE_MISSING'])
      expect(await journalled()).toBe(before)
    }
  })

  it('a person with every role who logged in long ago', async () => {
    const before = await journalled()
    const as = strict.person('stale', ...roles)
    as.auth_time = new Date(Date.now() - 600_000)
    const body = { body: route.example ?? {} }
    const answer = await strict.ask({ method: route.method, url: address(route), as, ...(isWrite(route) && body) })
    if (!expected[name]?.fresh) expect(answer.body['code']).not.toBe('FRESH_LOGIN_NEEDED')
    else {
      expect([answer.status, answer.body['code']]).toEqual([401, 'FRESH_LOGIN_NEEDED'])
      expect(await journalled()).toBe(before)
    }
  })

  it('a machine with every role', async () => {
    const before = await journalled()
    const { status, body } = await alone.ask({
      method: route.method,
      url: address(route),
      as: alone.machine('core', ...roles),
      ...(isWrite(route) && { body: route.example ?? {} }),
    })
    if (expected[name]?.kinds?.includes('machine') ?? true) expect(body['code']).not.toBe('PERSON_NEEDED')
    else {
      expect([status, body['code']]).toEqual([403, 'PERSON_NEEDED'])
      expect(await journalled()).toBe(before)
    }
  })

  it('no one, and a person whose roles were all removed', async () => {
    const ask = { method: route.method, url: address(route), ...(isWrite(route) && { body: route.example ?? {} }) }
    expect((await alone.ask(ask)).status).toBe(401)
    expect((await alone.ask({ ...ask, as: alone.person('nobody') })).status).toBe(403)
  })
})

describe('a session whose cookie is sent from another site', () => {
  const writes = operations.filter(isWrite)
  const foreign = [
    { origin: 'https://desk.example.evil', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://other.eclusa.example', 'sec-fetch-site': 'same-site' },
    { origin: SAMPLE_DESK_URL, 'sec-fetch-site': 'cross-site' },
  ]

  it('writes nothing, whatever the operation and the roles', async () => {
    const issuer = await startIssuer([])
    issuer.people.find(({ id }) => id === 'paulo')!.roles = [...roles]
    const desk = await createTestBackoffice(gateway, issuer.deskSettings)
    const browser = new Browser(SAMPLE_DESK_URL, desk.app)
    await browser.logIn('paulo')
    expect(JSON.parse((await browser.go('/v1/me')).text)).toMatchObject({ id: 'paulo', roles: [...roles] })
    const before = await journalled()
    for (const route of writes)
      for (const from of foreign) {
        const json = { 'content-type': 'application/json', ...from }
        const body = JSON.stringify(route.example ?? {})
        const { status, text } = await browser.go(address(route), { method: writing(route), headers: json, body })
        expect([route.name, status, JSON.parse(text).code]).toEqual([route.name, 403, 'ORIGIN_REFUSED'])
      }
    expect(await journalled()).toBe(before)
    // The same session, from the desk's own pages, may.
    const own = { 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Aurora', reason: 'contract signed' })
    expect((await browser.go('/v1/users', { method: 'POST', headers: own, body })).status).toBe(201)
    expect(await journalled()).toBe(before + 1)
    await desk.close()
    await issuer.close()
  })
})

const writing = ({ method }: DeskRoute) => method as 'POST' | 'PATCH' | 'DELETE'

/** Every decision, with and without four-eyes approval. */
const grave = operations.filter(({ decision }) => decision !== undefined)

describe.each(grave.map((route) => [route.name, route] as const))('%s is a decision', (name, route) => {
  const example = async (desk: TestDesk) => {
    const make = deskExamples[name]
    if (!make) throw new Error(`${name} is a decision and has no example in tools/testing/backoffice-examples.ts`)
    const { url, body } = await make({ gateway, onboarding, desk })
    const person = desk.person('ana', ...(expected[name]?.roles ?? []))
    return desk.ask({ method: route.method, url, as: person, body })
  }

  it('of the kind in this table', () => expect(route.decision).toBe(expected[name]?.decision))

  it('is done at once without an approval setting', async () => {
    const { status, body } = await example(alone)
    expect(status, JSON.stringify(body)).toBeLessThan(202)
  })

  it('waits for a second person, who is not the first, and is then done', async () => {
    const { status, body } = await example(watched)
    expect(status, JSON.stringify(body)).toBe(202)
    const approve = (as: ReturnType<TestDesk['person']>) =>
      watched.ask({
        method: 'POST',
        url: `/v1/proposals/${String(body['id'])}/approve`,
        as,
        body: { reason: 'looked at' },
      })
    expect(await approve(watched.person('ana', ...roles))).toMatchObject({
      status: 403,
      body: { code: 'PROPOSAL_OWN' },
    })
    for (const role of roles.filter((one) => one !== 'approver'))
      expect((await approve(watched.person(`only-${role}`, role))).body['code']).toBe('ROLE_MISSING')
    const done = await approve(watched.person('bruno', 'approver'))
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(done.body).toMatchObject({ proposal: { status: 'APPROVED', ended_by: 'sub-bruno' } })
  })
})
