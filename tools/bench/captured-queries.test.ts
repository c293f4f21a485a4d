import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { runTransaction } from '@eclusa/gateway/src/platform/db/transaction.ts'
import { recordStatements } from '@eclusa/testing/load/captured-queries.ts'
import { createWire } from '@eclusa/testing/wire.ts'
import sql from 'sql-template-tag'
import { expect, inject, it } from 'vitest'

it('hears the statements of one pool in their order, with their values, and how its connections were set', async () => {
  const wire = await createWire(inject('adminUrl'))
  const recorder = recordStatements(wire, 'listened-to')
  const ours = openPool({ connectionString: wire.url, size: 1, name: 'listened-to' })
  const others = openPool({ connectionString: wire.url, size: 1, name: 'another' })
  const ask = (n: number) =>
    runTransaction(ours, {
      work: async (tx) =>
        tx.query(sql`select ${Buffer.from([n, 255])}::bytea, ${n}::int, ${null}::text, ${'ção'}::text`),
    })
  await ask(1)
  // Prepared by now, so that the text is no longer sent.
  const heard = await recorder.during(async () => {
    await ask(2)
    await others.query('select 1 as other')
  })
  expect(heard.statements).toEqual([
    { text: 'begin', values: [] },
    { text: 'select $1::bytea, $2::int, $3::text, $4::text', values: ['\\x02ff', '2', null, 'ção'] },
    { text: 'commit', values: [] },
  ])
  expect(recorder.options()).toContain('plan_cache_mode=force_generic_plan')
  await Promise.all([ours.end(), others.end()])
  await wire.close()
})
