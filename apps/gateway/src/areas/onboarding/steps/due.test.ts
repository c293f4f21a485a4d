import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestOnboarding, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Statement } from '../../../platform/db/transaction.ts'
import { expireOnboardings } from './expire-onboardings.job.ts'
import { followOnboardings } from './follow-onboardings.job.ts'
import { findOverdue } from './step-store.ts'

let test: TestOnboarding
let user: TestUser
beforeAll(async () => {
  test = await createTestOnboarding()
  user = await test.gateway.user()
  const { user_id, product_id } = user
  const many = (text: string) => test.gateway.db.admin.query(text, [user_id])
  await test.gateway.db.admin.query(
    `insert into user_accounts (user_id, id, product_id, person_type, state, name, full_name, document, email, active,
       version, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 'NATURAL_PERSON', 'pending', 'n', 'n', n::text, n || '@a.example', true, 1, now(), now()
     from generate_series(1, 10000) n`,
    [user_id, product_id],
  )
  await many(
    `insert into onboardings (user_id, id, product_id, account_id, person_type, status, document, full_name, address,
       expires_at, version, created_at, updated_at)
     select user_id, gen_random_uuid(), product_id, id, person_type, 'approved', document, 'n', '{}',
       now() + interval '20 days', 1, now(), now() from user_accounts where user_id = $1`,
  )
  await many(
    `insert into onboarding_steps (user_id, onboarding_id, id, name, status, "order", version, created_at, updated_at)
     select user_id, id, gen_random_uuid(), name, case name when 'LIVENESS' then 'PENDING' else 'APPROVED' end, 1, 1, now(), now()
     from onboardings, unnest(array['BC_PROTEGE', 'CAF', 'LIVENESS', 'DICT', 'RUFRA']) name where user_id = $1`,
  )
  await many(
    `insert into liveness_checks (user_id, onboarding_id, id, status, method, version, created_at, updated_at)
     select user_id, id, gen_random_uuid(), 'WAITING_SUBMISSION', 'LINK', 1, now(), now() from onboardings where user_id = $1`,
  )
  await test.gateway.db.admin.query('analyze')
})
afterAll(() => test.close())

/** The statement with which a job queries the database across users. */
async function asked(job: Parameters<TestOnboarding['run']>[0]): Promise<Statement> {
  const { operator } = test.worker
  let heard: Statement | undefined
  const query = async (statement: Statement) => {
    heard = statement
    return operator.query(statement)
  }
  test.worker.operator = Object.assign(Object.create(operator) as pg.Pool, { query })
  await test.run(job)
  test.worker.operator = operator
  return heard!
}

it.each([followOnboardings, expireOnboardings])(
  '$name finds the due onboardings by an index, among ten thousand waiting ones',
  async (job) => {
    const { text, values } = await asked(job)
    const { rows } = await test.gateway.db.admin.query<Record<string, string>>(`explain ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(job === expireOnboardings ? 'onboardings_due' : 'onboarding_steps_due')
    expect(plan).not.toContain('Seq Scan')
  },
)

it('one that waits for us is not overdue because another of the same user waits for a face', async () => {
  const { user_id, product_id } = user
  const { rows } = await test.gateway.db.admin.query<{ id: string }>(
    `insert into onboardings (user_id, id, product_id, account_id, person_type, status, document, full_name, address,
       expires_at, version, created_at, updated_at)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), 'NATURAL_PERSON', status, 'd', 'n', '{}', now() - interval '1 minute', 1,
       now(), now() from unnest(array['in_process', 'invalid']) status returning id`,
    [user_id, product_id],
  )
  expect(await findOverdue(test.worker.operator, new Date(), 10)).toEqual([{ user_id, onboarding_id: rows[1]!.id }])
})
