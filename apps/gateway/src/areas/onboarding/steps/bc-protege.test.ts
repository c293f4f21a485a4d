import { magicCnpj, magicCpf, plainCnpj, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestOnboarding, type TestingCase, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { personsOf, REPRESENTATIVES, SHAREHOLDERS, USERS } from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOnboardingChecks } from '../../../partners/onboarding-checks/client.ts'

/** BC Protege+ is queried about every subject of an opening, and no analyst can decide in its place. */
let test: TestOnboarding
let desk: TestDesk
beforeAll(async () => {
  test = await createTestOnboarding()
  desk = await createTestBackoffice(test.gateway)
  desk.services.clock = test.clock
})
beforeEach(async () => {
  test.checks.silent.clear()
  test.checks.verdicts.clear()
  await test.reset(200)
})
afterAll(async () => {
  await desk.close()
  await test.close()
})

const HOUR_MS = 3_600_000
let number = 3_000
const next = () => (number += 1)

const behaviours = ['clear', 'blocked', 'error', 'silent', 'garbage', 'late'] as const
type Behaviour = (typeof behaviours)[number]
const fates = { blocked: 'reject', error: 'error', garbage: 'garbage', late: 'slow' } as const

const cpf = (of: Behaviour) => numbered(of, plainCpf, (fate) => magicCpf('BC_PROTEGE', fate, next()))
const cnpj = (of: Behaviour) => numbered(of, plainCnpj, (fate) => magicCnpj('BC_PROTEGE', fate, next()))
function numbered(
  of: Behaviour,
  plain: (n: number) => string,
  magic: (fate: (typeof fates)['late' | 'error' | 'garbage' | 'blocked']) => string,
) {
  if (of !== 'clear' && of !== 'silent') return magic(fates[of])
  const document = plain(next())
  if (of === 'silent') test.checks.silent.add(document)
  return document
}

/** An account opening with the test's knowledge of it: the registry's result for the document of each subject. */
interface TestBcProtegeOpening extends TestingCase {
  subjects: Map<string, Behaviour>
}
type Shape = (chosen: (at: number) => Behaviour) => Promise<TestBcProtegeOpening>

const opening = (one: TestingCase, subjects: [string, Behaviour][]): TestBcProtegeOpening => ({
  ...one,
  subjects: new Map(subjects),
})

/** The number of subjects of each shape, and its factory. `chosen` is the result for the nth subject. */
const shapes: Record<string, [subjects: number, make: Shape]> = {
  'a natural person': [
    1,
    async (chosen) => {
      const holder = cpf(chosen(0))
      return opening(await test.person(holder), [[holder, chosen(0)]])
    },
  ],
  'a company with one owner, who represents it': [
    2,
    async (chosen) => {
      const [company, owner] = [cnpj(chosen(0)), cpf(chosen(1))]
      return opening(await test.company([owner], company), [
        [company, chosen(0)],
        [owner, chosen(1)],
      ])
    },
  ],
  'a company with several representatives and owners': [
    4,
    async (chosen) => {
      const [company, first, second, owner] = [cnpj(chosen(0)), cpf(chosen(1)), cpf(chosen(2)), cpf(chosen(3))]
      const one = await test.company([first, second], company)
      await personsOf(test.gateway, one.user).shareholder(one.id, { document: owner })
      return opening(one, [
        [company, chosen(0)],
        [first, chosen(1)],
        [second, chosen(2)],
        [owner, chosen(3)],
      ])
    },
  ],
  'a company owned by a company': [
    3,
    async (chosen) => {
      const [company, holding, representative] = [cnpj(chosen(0)), cnpj(chosen(1)), cpf(chosen(2))]
      const one = await test.company([], company)
      const persons = personsOf(test.gateway, one.user)
      const { id } = await persons.shareholder(one.id, { document: holding })
      const acts = await persons.representative({ id, document: representative })
      await persons.representativeDocuments(acts)
      return opening({ ...one, representatives: [acts] }, [
        [company, chosen(0)],
        [holding, chosen(1)],
        [representative, chosen(2)],
      ])
    },
  ],
}

type TestBcProtegeRow = Record<string, unknown>
const stateOf = (one: TestingCase) => test.state(one)
const decide = (one: TestingCase, step: TestBcProtegeRow, decision: string) =>
  desk.ask({
    method: 'POST',
    url: `/v1/onboardings/${one.id}/steps/${String(step['id'])}/decision`,
    as: desk.person('beatriz', 'analyst'),
    body: { decision, seen: Number(step['version']), reason: 'Conferido por telefone.' },
  })

/** One run of the job, which must never fail: a failure means that only the database prevented the opening. */
const advance = (one: TestingCase) => expect(test.advance(one)).resolves.toBeUndefined()

/** Runs what is due, records every video, and has an analyst approve every open step, for two days. */
async function pushOn(one: TestingCase): Promise<{ status: unknown; codes: unknown[] }> {
  const codes: unknown[] = []
  for (let hour = 0; hour < 48; hour += 8) {
    for (let turn = 0; turn < 6; turn += 1) await advance(one)
    const { onboarding, steps } = await stateOf(one)
    if (onboarding['status'] === 'finished') break
    if (onboarding['status'] === 'approved')
      for (const each of one.representatives.length > 0 ? one.representatives : [undefined])
        await test.showFace(one, each).catch(() => false)
    for (const step of steps.filter(
      ({ status }) => status === 'ERROR' || status === 'MANUAL_REVIEW' || status === 'REJECTED',
    )) {
      const { status, body } = await decide(one, step, 'APPROVED')
      codes.push([step['name'], status, body['code']])
    }
    test.clock.advance(8 * HOUR_MS)
  }
  await test.gateway.db.admin.query('delete from pgboss.job')
  return { status: (await stateOf(one)).onboarding['status'], codes }
}

const refused = ['BC_PROTEGE', 409, 'ONBOARDING_BC_PROTEGE_NOT_APPROVABLE']
const askedAbout = () =>
  test.checks.asked.filter(({ step }) => step === 'BC_PROTEGE').map(({ subject }) => subject.document)

describe.each(Object.entries(shapes))('%s', (_, [subjects, make]) => {
  it('finishes when BC Protege+ has cleared every subject, each queried once', async () => {
    const one = await make(() => 'clear')
    await test.submit(one)
    expect((await pushOn(one)).status).toBe('finished')
    expect(askedAbout().toSorted()).toEqual([...one.subjects.keys()].toSorted())
    const { rows } = await test.gateway.db.admin.query<TestBcProtegeRow>(
      `select document, verdict, asked_at <= answered_at as in_order, answer from bc_protege_answers
       where onboarding_id = $1`,
      [one.id],
    )
    expect(rows.map(({ document }) => document).toSorted()).toEqual([...one.subjects.keys()].toSorted())
    for (const row of rows) {
      expect(row).toMatchObject({ verdict: 'APPROVED', in_order: true })
      expect(JSON.parse(String(row['answer']))).toMatchObject({ step: 'BC_PROTEGE', verdict: 'APPROVED' })
    }
  })

  const cells = Array.from({ length: subjects }, (__, at) => at).flatMap((at) =>
    behaviours.slice(1).map((behaviour) => [at, behaviour] as const),
  )
  it.each(cells)('subject %i %s: not finished, and no analyst approves it', async (at, behaviour) => {
    const one = await make((each) => (each === at ? behaviour : 'clear'))
    await test.submit(one)
    const { status, codes } = await pushOn(one)
    const { onboarding, steps } = await stateOf(one)
    expect(status).toBe(behaviour === 'blocked' ? 'rejected' : 'in_process_delayed')
    expect(codes.length).toBeGreaterThan(0)
    for (const code of codes) expect(code).toEqual(refused)
    const [document] = [...one.subjects.keys()].slice(at)
    const step = steps.find((each) => each['document'] === document && each['name'] === 'BC_PROTEGE')!
    expect(step['status']).toBe(behaviour === 'blocked' ? 'REJECTED' : 'ERROR')
    expect(askedAbout()).toContain(document)
    // No liveness or document check was queried before the registry had answered.
    expect(test.checks.asked.filter(({ step: name }) => name !== 'BC_PROTEGE')).toEqual([])
    if (behaviour !== 'blocked') return
    expect(onboarding).toMatchObject({
      failed_code: 'ONBOARDING_REJECTED',
      rejected_legal_representative_id: step['legal_representative_id'],
      rejected_shareholder_id: step['shareholder_id'],
    })
    const role = step['legal_representative_id']
      ? 'LEGAL_REPRESENTATIVE'
      : step['shareholder_id']
        ? 'SHAREHOLDER'
        : 'ACCOUNT_HOLDER'
    expect(onboarding['failed_message']).toBe(`BC_PROTEGE_BLOCKED ${role}`)
    const { rows } = await test.gateway.db.admin.query<TestBcProtegeRow>(
      'select data::text from events where object_id = $1',
      [one.id],
    )
    for (const subject of one.subjects.keys()) expect(JSON.stringify(rows)).not.toContain(subject)
  })
})

describe('the service comes back', () => {
  it('the opening goes on by itself', async () => {
    const one = await shapes['a company with several representatives and owners']![1]((at) =>
      at === 3 ? 'silent' : 'clear',
    )
    await test.submit(one)
    expect((await pushOn(one)).status).toBe('in_process_delayed')
    test.checks.silent.clear()
    await test.reset(200)
    expect((await pushOn(one)).status).toBe('finished')
  })
})

describe('without a configured service', () => {
  it('nothing finishes, and no analyst can approve in its place', async () => {
    const one = await test.person()
    await test.submit(one)
    await test.worker.onboardingChecks.close()
    test.worker.onboardingChecks = openOnboardingChecks({ url: undefined, token: undefined, timeoutMs: 200 })
    const { status, codes } = await pushOn(one)
    expect(status).toBe('in_process_delayed')
    expect(codes[0]).toEqual(refused)
    const [step] = (await stateOf(one)).steps
    expect(step).toMatchObject({ name: 'BC_PROTEGE', status: 'ERROR', reason: 'NOBODY_TO_ASK' })
  })
})

describe('an answer is valid for the document it was requested for', () => {
  const persons = (one: TestingCase) => personsOf(test.gateway, one.user)
  /** Returned by an analyst after the registry had cleared every subject. */
  async function givenBack(make: () => Promise<TestBcProtegeOpening>): Promise<TestBcProtegeOpening> {
    const one = await make()
    await test.submit(one)
    await test.drain()
    const step = (await stateOf(one)).steps.find(({ status }) => status === 'MANUAL_REVIEW')!
    expect((await decide(one, step, 'RESUBMIT')).status).toBe(200)
    return one
  }
  const inReview = () => magicCpf('CAF', 'review', next())
  const company = async () => {
    const [cleared, reviewed, owner] = [plainCpf(next()), inReview(), plainCpf(next())]
    const one = await test.company([cleared, reviewed])
    await persons(one).shareholder(one.id, { document: owner })
    return opening(one, [
      [cleared, 'clear'],
      [reviewed, 'clear'],
      [owner, 'clear'],
    ])
  }
  async function submitAgain(one: TestBcProtegeOpening) {
    await test.submit(one)
    await test.drain()
    return (await stateOf(one)).onboarding
  }
  const blocked = () => magicCpf('BC_PROTEGE', 'reject', next())
  const ownersOf = async (one: TestingCase) =>
    (await persons(one).get(`${SHAREHOLDERS}?onboarding_id=${one.id}`)).body['data'] as {
      id: string
      document: string
    }[]

  it('of the account holder', async () => {
    const one = await givenBack(async () => opening(await test.person(inReview()), []))
    expect((await persons(one).patch(`${USERS}/accounts/${one.account_id}`, { document: blocked() })).status).toBe(200)
    expect(await submitAgain(one)).toMatchObject({
      status: 'rejected',
      failed_message: 'BC_PROTEGE_BLOCKED ACCOUNT_HOLDER',
    })
  })

  it('of an owner', async () => {
    const one = await givenBack(company)
    const owner = (await ownersOf(one)).find(({ document }) => document === [...one.subjects.keys()][2])!
    expect((await persons(one).patch(`${SHAREHOLDERS}/${owner.id}`, { document: blocked() })).status).toBe(200)
    expect(await submitAgain(one)).toMatchObject({ status: 'rejected', rejected_shareholder_id: owner.id })
  })

  it('of an owner who represents the company', async () => {
    const one = await givenBack(company)
    const owner = (await ownersOf(one)).find(({ document }) => document === [...one.subjects.keys()][0])!
    expect((await persons(one).patch(`${SHAREHOLDERS}/${owner.id}`, { document: blocked() })).status).toBe(200)
    expect(await submitAgain(one)).toMatchObject({
      status: 'rejected',
      rejected_legal_representative_id: one.representatives[0],
    })
  })

  it('of a shareholder who is no longer a representative', async () => {
    const one = await givenBack(company)
    expect((await persons(one).withdraw(`${REPRESENTATIVES}/${one.representatives[0]}`)).status).toBe(200)
    const asked = askedAbout().length
    await submitAgain({ ...one, representatives: one.representatives.slice(1) })
    expect(askedAbout().slice(asked)).toEqual([[...one.subjects.keys()][0]])
  })

  it('of a shareholder who was added', async () => {
    const one = await givenBack(company)
    const { id } = await persons(one).shareholder(one.id, { document: blocked() })
    expect(await submitAgain(one)).toMatchObject({ status: 'rejected', rejected_shareholder_id: id })
  })
})

describe('an answer is at most 24 hours old when the account is opened', () => {
  const stepOf = async (one: TestingCase) => (await stateOf(one)).steps.find(({ name }) => name === 'BC_PROTEGE')!

  async function awaitingFace(): Promise<TestingCase> {
    const one = await test.person()
    await test.submit(one)
    await test.drain()
    expect((await stateOf(one)).onboarding['status']).toBe('approved')
    return one
  }

  it('within them, it is not queried again', async () => {
    const one = await awaitingFace()
    test.clock.advance(23 * HOUR_MS)
    await test.showFace(one)
    await test.drain()
    expect((await stateOf(one)).onboarding['status']).toBe('finished')
    expect(askedAbout()).toHaveLength(1)
  })

  it('after them, it is queried again before the onboarding finishes', async () => {
    const one = await awaitingFace()
    test.clock.advance(25 * HOUR_MS)
    await test.showFace(one)
    await test.drain()
    expect((await stateOf(one)).onboarding['status']).toBe('finished')
    expect(askedAbout()).toHaveLength(2)
  })

  it('protection switched on meanwhile: rejected', async () => {
    const one = await awaitingFace()
    test.checks.verdicts.set(String((await stepOf(one))['id']), 'REJECTED')
    test.clock.advance(25 * HOUR_MS)
    await test.showFace(one)
    for (let turn = 0; turn < 3; turn += 1) await advance(one)
    expect((await stateOf(one)).onboarding).toMatchObject({
      status: 'rejected',
      failed_message: 'BC_PROTEGE_BLOCKED ACCOUNT_HOLDER',
    })
  })

  it('unavailable meanwhile: the opening waits, visibly, and finishes when it answers', async () => {
    const one = await awaitingFace()
    const { document } = await stepOf(one)
    test.checks.silent.add(String(document))
    test.clock.advance(25 * HOUR_MS)
    await test.showFace(one)
    const { status, codes } = await pushOn(one)
    expect(status).toBe('in_process_delayed')
    expect(codes.at(-1)).toEqual(refused)
    test.checks.silent.clear()
    await test.reset(200)
    expect((await pushOn(one)).status).toBe('finished')
  })

  it("an analyst's approval of the liveness does not finish it on an older answer", async () => {
    const one = await test.person(magicCpf('LIVENESS', 'review', next()))
    await test.submit(one)
    await test.drain()
    await test.showFace(one)
    await test.drain()
    test.clock.advance(25 * HOUR_MS)
    const step = (await stateOf(one)).steps.find(({ status }) => status === 'MANUAL_REVIEW')!
    expect((await decide(one, step, 'APPROVED')).body).toMatchObject({ status: 'approved' })
    await test.drain()
    expect((await stateOf(one)).onboarding['status']).toBe('finished')
    expect(askedAbout()).toHaveLength(2)
  })
})

describe('the database', () => {
  it.each(['api', 'desk'] as const)('finishes nothing without a clear answer, by the login of %s', async (login) => {
    const one = await test.person()
    await test.submit(one)
    const pool = login === 'api' ? test.gateway.services.pool : desk.services.pool
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('eclusa.user_id', $1, true)`, [one.user.user_id])
      await client.query(`update onboardings set status = 'finished', finished_at = now() where id = $1`, [one.id])
      await expect(client.query('set constraints requires_protege_clearance immediate')).rejects.toThrow(
        'has not cleared',
      )
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('stores the answer as received', async () => {
    const one = await test.person()
    await test.submit(one)
    await test.drain()
    const client = await test.gateway.services.pool.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('eclusa.user_id', $1, true)`, [one.user.user_id])
      await expect(client.query(`update bc_protege_answers set verdict = 'APPROVED'`)).rejects.toThrow('denied')
    } finally {
      await client.query('rollback')
      client.release()
    }
    await expect(desk.services.pool.query('insert into bc_protege_answers default values')).rejects.toThrow(
      'permission',
    )
  })
})
