import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { inScope, scansOf } from '@eclusa/testing/plans.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '../../../http/transaction.ts'
import { findSameBytes, hasSameBytes } from './same-bytes-store.ts'

/** One user with many persons: companies with one representative each, and four documents per person. */
const PEOPLE = 2_000
const PAPERS = 4
let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  const ids = [user.user_id, user.product_id]
  const client = await gateway.db.admin.connect()
  await client.query('set search_path = eclusa; set session_replication_role = replica')
  await client.query(
    `insert into onboardings (user_id, id, product_id, account_id, person_type, status, document, full_name, address, version,
       created_at, updated_at)
     select $1, md5('company' || n)::uuid, $2, md5('account' || n)::uuid, 'LEGAL_PERSON', 'approved', n::text, 'Canary', '{}', 1,
       now(), now() from generate_series(1, ${PEOPLE}) n`,
    ids,
  )
  await client.query(
    `insert into legal_representatives (user_id, product_id, onboarding_id, id, shareholder_id, document, document_country, name,
       mother_name, birth_date, representor_type, pep, is_public_server, phone_number, email, relationship_start_date, registration_update_date,
       address,
       version, created_at, updated_at)
     select $1, $2, md5('company' || n)::uuid, md5('person' || n)::uuid, md5('person' || n)::uuid, 'p' || n, 'BRA', 'Canary', 'Canary',
       now(), 'PARTNER', false, false, '', '', now(), now(), '{}', 1, now(), now() from generate_series(1, ${PEOPLE}) n`,
    ids,
  )
  // The second person has the first document of the first.
  await client.query(
    `insert into files (user_id, id, product_id, type, state, file_name, content_type, size, sha256, object_key, person_id, version,
       created_at, updated_at)
     select $1, md5(of || n || ' ' || m)::uuid, $2, 'ONBOARDING_DOCUMENTS', 'READY', 'a.png', 'image/png', 1,
       encode(sha256(convert_to(of || case when n = 2 and m = 1 then 1 else n end || ' ' || m, 'UTF8')), 'hex'), 'key',
       md5(of || n)::uuid, 1, now(), now()
     from generate_series(1, ${PEOPLE}) n, generate_series(1, ${PAPERS}) m, unnest(array['company', 'person']) of`,
    ids,
  )
  // A file of the user that names a person of another user, with the bytes of the fourth person.
  await client.query(
    `insert into legal_representatives
     select (jsonb_populate_record(one, jsonb_build_object('user_id', $1::text, 'id', md5('stranger'), 'document', 's'))).*
     from legal_representatives one where id = md5('person4')::uuid`,
    [(await gateway.user()).user_id],
  )
  await client.query(
    `insert into files
     select (jsonb_populate_record(one, jsonb_build_object('id', md5('of stranger'), 'person_id', md5('stranger')))).*
     from files one where person_id = md5('person4')::uuid limit 1`,
  )
  client.release(true)
  await gateway.db.admin.query('vacuum analyze')
})
afterAll(() => gateway.close())

/** The answer, and how many rows were read for it, with the plan for all values. Row-level security does not hold `none`. */
async function read(of: string, role: 'eclusa_api' | 'none' = 'eclusa_api') {
  return inScope(gateway, '', async (client) => {
    await client.query(`select set_config('eclusa.user_id', $1, true)`, [user.user_id])
    await client.query(`set local role ${role}`)
    const { rows } = await client.query<{ id: string }>('select id from files where person_id = md5($1)::uuid', [of])
    let touched = 0
    const query: Tx['query'] = async ({ text, values }) => {
      const literal = (value: unknown) =>
        client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value))
      await client.query(`prepare looked_at as ${text}`)
      const explain = 'explain (analyze, format json, timing off) execute looked_at'
      const explained = await client.query(`${explain} (${values.map(literal).join()})`)
      await client.query('deallocate looked_at')
      const [{ Plan: plan }] = explained.rows[0]['QUERY PLAN']
      for (const scan of scansOf(plan) as unknown as Record<string, number>[])
        touched += (scan['Actual Rows']! + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']!
      return (await client.query(text, [...values])).rows
    }
    const tx = { scope: { user_id: user.user_id }, query } as unknown as Tx
    const file_ids = rows.map(({ id }) => id)
    const found = await findSameBytes(tx, file_ids, 20)
    expect(await hasSameBytes(tx, file_ids)).toBe(found.length > 0)
    return { found, touched }
  })
}

it.each(['company', 'person'])('of a %s: reads the given documents and those with the same bytes', async (of) => {
  const { found, touched } = await read(`${of}2`)
  expect(found).toMatchObject([{ document: of === 'person' ? 'p1' : '1', status: 'approved', name: 'Canary' }])
  expect(touched).toBeLessThan(8 * PAPERS)
  expect(await read(`${of}3`)).toMatchObject({ found: [] })
})

it('reads no person of another user, even where row-level security does not hold it', async () => {
  expect(await read('stranger', 'none')).toMatchObject({ found: [] })
})
