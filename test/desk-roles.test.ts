import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeskRoute } from '../src/desk/desk-route.ts'
import { type Role, roles } from '../src/desk/role.ts'
import { deskRoutes } from '../src/desk.ts'
import { isWrite } from '../src/gate/route.ts'
import { openTestDesk, type TestDesk } from './support/desk.ts'
import { deskExamples } from './support/desk-examples.ts'
import { openTestGateway, type TestGateway } from './support/gateway.ts'

/**
 * The isolation of roles: what each operation of the desk is open to, and what a second person may have to approve. Written
 * here by hand and not read from the declarations, so that a slip there is seen here.
 */
const looking: Role[] = ['viewer', 'analyst', 'approver', 'operator', 'auditor']
const keeping: Role[] = ['analyst', 'operator']
const only = (role: Role, decision?: string) => ({ roles: [role], decision })
const open = (to: Role[]) => ({ roles: to, decision: undefined })

const expected: Record<string, { roles: Role[]; decision: string | undefined }> = {
  getMe: open(looking),

  listProposals: open(looking),
  getProposal: open(looking),
  approveProposal: only('approver'),
  declineProposal: only('approver'),
  withdrawProposal: open(['analyst', 'operator']),

  listUsers: open(keeping),
  getUser: open(keeping),
  createUser: only('operator'),
  activateUser: only('operator', 'user_activation'),
  deactivateUser: only('operator', 'user_deactivation'),
  listProducts: open(keeping),
  createProduct: only('operator'),
  listMembers: open(keeping),
  addTarget: only('operator', 'grant_creation'),
  removeTarget: only('operator', 'grant_end'),
  deactivateProduct: only('operator', 'product_deactivation'),
  listWallets: open(keeping),
  createWallet: only('operator'),
  deactivateWallet: only('operator', 'wallet_deactivation'),
  listKeys: open(keeping),
  createKey: only('operator', 'key_creation'),
  rotateKey: only('operator', 'key_creation'),
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

let gateway: TestGateway
let alone: TestDesk
let watched: TestDesk
beforeAll(async () => {
  gateway = await openTestGateway()
  alone = await openTestDesk(gateway)
  watched = await openTestDesk(gateway, { DESK_SECOND_EYES: decisions.join(',') })
})
afterAll(async () => {
  await alone.close()
  await watched.close()
  await gateway.close()
})

const operations = deskRoutes as DeskRoute[]
/** An address of this operation that leads to nothing: who may do it is judged before whether there is anything. */
const address = ({ path }: DeskRoute) =>
  path.replaceAll(/:(\w+)/g, (_, name) => (name === 'key_id' ? '0123456789abcdef' : randomUUID()))

const journalled = async () =>
  Number((await gateway.db.admin.query('select sequence from journal_head')).rows[0].sequence)

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

  it('nobody, and somebody whose roles were all taken away', async () => {
    const ask = { method: route.method, url: address(route), ...(isWrite(route) && { body: route.example ?? {} }) }
    expect((await alone.ask(ask)).status).toBe(401)
    expect((await alone.ask({ ...ask, as: alone.person('nobody') })).status).toBe(403)
  })
})

/** Every grave decision, with and without a second pair of eyes. */
const grave = operations.filter(({ decision }) => decision !== undefined)

describe.each(grave.map((route) => [route.name, route] as const))('%s is a decision', (name, route) => {
  const example = async (desk: TestDesk) => {
    const make = deskExamples[name]
    if (!make) throw new Error(`${name} is a decision and has no example in test/support/desk-examples.ts`)
    const { url, body } = await make(gateway)
    const person = desk.person('ana', ...(expected[name]?.roles ?? []))
    return desk.ask({ method: route.method, url, as: person, body })
  }

  it('of the kind that this table says', () => expect(route.decision).toBe(expected[name]?.decision))

  it('is done at once where nothing else is asked for', async () => {
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
