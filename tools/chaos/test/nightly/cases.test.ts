import { expect, inject, it } from 'vitest'
import { listAllCases } from '../../cases/list-cases.ts'

/** The drill of `npm run drill -- cases`, shortened. Its times are not checked, because other jobs share the machine. */
it('a desk lists open cases of all kinds by deadline, each once and none missed', async () => {
  const found = await listAllCases(inject('adminUrl'), { each: 300, depth: 20 }, () => {})
  expect(found, JSON.stringify(found)).toMatchObject({
    cases: 2_400,
    listed: 2_400,
    missed: 0,
    twice: 0,
    out_of_order: 0,
  })
})
