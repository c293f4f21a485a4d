import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import { expectRefused, peopleState, toldOf } from '@eclusa/testing/people-state.ts'
import {
  again,
  field,
  file,
  LEGAL,
  legalBody,
  NATURAL,
  naturalBody,
  type Persons,
  personsOf,
  picture,
  SHAREHOLDERS,
} from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let persons: Persons

beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
  persons = personsOf(gateway, user)
})
afterAll(() => gateway.close())

const stateOf = () => peopleState(gateway, user)
const setStatus = (id: string, status: string) =>
  gateway.db.admin.query('update onboardings set status = $2 where id = $1', [id, status])

const refused = (ask: () => Promise<TestResponse>, status: number, code: string) =>
  expectRefused(stateOf, ask, status, code)

const natural = { operations: 'updateOnboarding and withdrawOnboarding', url: NATURAL, patch: { patrimony: 5 } }
const legal = {
  operations: 'updateLegalPersonOnboarding and withdrawLegalPersonOnboarding',
  url: LEGAL,
  patch: { company_revenue: 5 },
}

describe.each([natural, legal])('$operations', ({ url, patch }) => {
  const isNatural = url === NATURAL
  const make = () => (isNatural ? persons.natural() : persons.legal())

  it('200: changes only the sent fields, records their names in the activity, and emits an event with ids only', async () => {
    const id = await make()
    const [before] = (await stateOf()).onboardings
    const sent = { ...patch, address: { number: 7, complement: 'Canário, fundos' } }
    const answer = await persons.patch(`${url}/${id}`, sent)
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: { ...patch, status: 'pending' } })
    expect(answer.body['address']).toEqual({ ...(before!['address'] as object), ...sent.address })
    const state = await stateOf()
    const touched = new Set([...Object.keys(sent), 'version', 'updated_at'])
    for (const [name, value] of Object.entries(before!))
      if (!touched.has(name)) expect(state.onboardings[0]![name], name).toEqual(value)
    expect(toldOf(state, id)).toEqual([
      [1, 'users.onboarding.created'],
      [2, 'users.onboarding.updated'],
    ])
    const reason = `address ${Object.keys(patch)[0]}`
    expect(state.onboarding_activity).toMatchObject([{ what: 'corrected', actor: 'integrator', reason }])
    expect(JSON.stringify([state.events, state.onboarding_activity])).not.toContain('Canário')
    const { body } = await persons.patch(`${url}/${id}`, { address: { complement: null, neighborhood: null } })
    expect(body['address']).not.toHaveProperty('complement')
    expect(body['address']).not.toHaveProperty('neighborhood')
  })

  it('200: withdrawn, its deadline removed, its link closed, and the account can open another at once', async () => {
    const id = await make()
    const account = String((await persons.get(`${url}/${id}`)).body['user_account_id'])
    const answer = await persons.withdraw(`${url}/${id}`)
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: { id, status: 'withdrawn' } })
    expect(answer.body).not.toHaveProperty('expires_at')
    expect((await persons.get(`${url}/${id}`)).body).toMatchObject({ status: 'withdrawn' })
    expect((await persons.get(`${url}?status=withdrawn`)).body['data']).toMatchObject([{ id }])
    const state = await stateOf()
    expect(toldOf(state, id)).toEqual([
      [1, 'users.onboarding.created'],
      [2, 'users.onboarding.withdrawn'],
    ])
    expect(state.onboarding_activity).toMatchObject([{ what: 'withdrawn', actor: 'integrator', status: 'withdrawn' }])
    await refused(() => persons.withdraw(`${url}/${id}`), 422, 'ONBOARDING_TAKES_NO_CHANGES')
    await refused(() => persons.patch(`${url}/${id}`, patch), 422, 'ONBOARDING_TAKES_NO_CHANGES')
    const another = await persons.post(url, isNatural ? naturalBody(account) : legalBody(account), again)
    expect(another).toMatchObject({ status: 201, body: { status: 'pending' } })
  })

  it.each(['in_process', 'in_process_delayed', 'approved', 'finished', 'rejected', 'failed', 'expired'])(
    '422: neither corrected nor withdrawn once it is %s',
    async (status) => {
      const id = await make()
      await setStatus(id, status)
      await refused(() => persons.patch(`${url}/${id}`, patch), 422, 'ONBOARDING_TAKES_NO_CHANGES')
      await refused(() => persons.withdraw(`${url}/${id}`), 422, 'ONBOARDING_TAKES_NO_CHANGES')
    },
  )

  it('200: both, while an analyst has returned it; a withdrawn onboarding has no open steps', async () => {
    const id = await make()
    await setStatus(id, 'invalid')
    await gateway.db.admin.query(
      `insert into onboarding_steps (user_id, onboarding_id, id, name, status, "order", version, created_at, updated_at)
       values ($1, $2, $3, 'CAF', 'PENDING', 4, 1, now(), now())`,
      [user.user_id, id, randomUUID()],
    )
    expect((await persons.patch(`${url}/${id}`, patch)).body['status']).toBe('invalid')
    expect((await persons.withdraw(`${url}/${id}`)).body['status']).toBe('withdrawn')
    expect((await stateOf()).onboarding_steps).toMatchObject([{ status: 'PENDING', next_action_at: null }])
    expect((await stateOf()).onboarding_steps[0]!['finished_at']).not.toBeNull()
  })

  it('412 with an outdated ETag; 400 for an invalid correction; 404 for the other person type and for a missing id', async () => {
    const id = await make()
    expect((await persons.patch(`${url}/${id}`, patch, { 'if-match': '"1"' })).status).toBe(200)
    const old = { 'if-match': '"1"' }
    await refused(() => persons.patch(`${url}/${id}`, patch, old), 412, 'PRECONDITION_FAILED')
    await refused(() => persons.withdraw(`${url}/${id}`, old), 412, 'PRECONDITION_FAILED')
    for (const body of [
      {},
      { status: 'finished' },
      { full_name: 'Outra' },
      { address: {} },
      { address: { street: null } },
    ])
      await refused(() => persons.patch(`${url}/${id}`, body), 400, 'REQUEST_MALFORMED')
    const other = await (isNatural ? persons.legal() : persons.natural())
    for (const wrong of [other, randomUUID()]) {
      await refused(() => persons.patch(`${url}/${wrong}`, patch), 404, 'ONBOARDING_NOT_FOUND')
      await refused(() => persons.withdraw(`${url}/${wrong}`), 404, 'ONBOARDING_NOT_FOUND')
    }
    expect((await persons.withdraw(`${url}/${id}`, { 'if-match': '"2"' })).status).toBe(200)
  })

  it('422: after its deadline, before the job has ended it', async () => {
    const id = await make()
    await gateway.db.admin.query('update onboardings set expires_at = $2 where id = $1', [id, new Date(0)])
    await refused(() => persons.patch(`${url}/${id}`, patch), 422, 'ONBOARDING_TAKES_NO_CHANGES')
    await refused(() => persons.withdraw(`${url}/${id}`), 422, 'ONBOARDING_TAKES_NO_CHANGES')
  })
})

it('data sent before a withdrawal stays readable, and its files stay in storage', async () => {
  const { id, shareholders } = await persons.complete()
  const before = await stateOf()
  await persons.withdraw(`${LEGAL}/${id}`)
  expect((await stateOf()).onboarding_documents).toEqual(before.onboarding_documents)
  expect((await persons.get(`${SHAREHOLDERS}/${shareholders[0]}`)).status).toBe(200)
  const documents = (await persons.get(`${LEGAL}/${id}/documents`)).body as unknown as { file_id: string }[]
  expect((await persons.get(`/v2/storage/files/${documents[0]!.file_id}/url`)).status).toBe(200)
  await refused(() => persons.withdraw(`${SHAREHOLDERS}/${shareholders[0]}`), 422, 'ONBOARDING_TAKES_NO_CHANGES')
})

describe('concurrent with the start of the checks, one is first and the state agrees', () => {
  const papers = () => [
    field('document_file_type', 'rg'),
    file('selfie', picture()),
    file('document_front', picture()),
    file('document_back', picture()),
  ]

  it('the last document of a person against a correction and a withdrawal', async () => {
    for (let round = 0; round < 30; round += 1) {
      const id = await persons.natural()
      const withdraws = round % 2 === 0
      const url = `${NATURAL}/${id}`
      const [taken, sent] = await Promise.all([
        withdraws ? persons.withdraw(url) : persons.patch(url, { patrimony: 77 }),
        persons.send(`${url}/documents`, papers()),
      ])
      const { body } = await persons.get(url)
      if (withdraws) {
        expect([taken.status, sent.status].toSorted()).toEqual([200, 422])
        expect(body['status']).toBe(taken.status === 200 ? 'withdrawn' : 'in_process')
      } else {
        expect(sent.status).toBe(200)
        expect(body['status']).toBe('in_process')
        expect(body['patrimony'] === 77).toBe(taken.status === 200)
      }
      await agrees(id)
    }
  })

  it('finalize against a correction, a withdrawal, and the withdrawal of a representative', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { id, representatives } = await persons.complete()
      const url = `${LEGAL}/${id}`
      const [others, expected] = [
        [() => persons.patch(url, { company_revenue: 77 }), ['in_process']],
        [() => persons.withdraw(url), ['in_process', 'withdrawn']],
        [() => persons.withdraw(`/v2/users/legal-representatives/${representatives[0]}`), ['in_process']],
      ][round % 3] as [() => Promise<TestResponse>, string[]]
      const [taken, finalized] = await Promise.all([others(), persons.post(`${url}/finalize`)])
      expect([200, 422]).toContain(taken.status)
      const { status } = (await persons.get(url)).body
      expect(expected).toContain(status)
      expect(finalized.status === 200).toBe(status === 'in_process')
      const state = await agrees(id)
      // No withdrawn person is checked, and every remaining person is.
      const checked = state.onboarding_steps
        .filter((step) => step['onboarding_id'] === id && step['name'] === 'LIVENESS')
        .map((step) => step['legal_representative_id'])
      const there = state.legal_representatives.filter((one) => one['onboarding_id'] === id && !one['withdrawn_at'])
      if (status === 'in_process') expect(checked.toSorted()).toEqual(there.map((one) => one['id']).toSorted())
      else expect(checked).toEqual([])
    }
  }, 240_000)

  /** Every version was emitted once, none is missing, and steps exist exactly where the onboarding was submitted. */
  async function agrees(id: string) {
    const state = await stateOf()
    const row = state.onboardings.find((one) => one['id'] === id)!
    const told = toldOf(state, id).map(([sequence]) => sequence)
    expect(told).toEqual(Array.from({ length: Number(row['version']) }, (_, at) => at + 1))
    const steps = state.onboarding_steps.filter((step) => step['onboarding_id'] === id)
    expect(steps.length > 0).toBe(row['status'] === 'in_process')
    return state
  }
})
