import { compareCases } from '@eclusa/gateway/src/backoffice/cases/compare-cases.ts'
import { caseKinds } from '@eclusa/gateway/src/case-types.ts'
import type pg from 'pg'
import { expect } from 'vitest'

const written = new RegExp(
  `\\b(insert into|update|delete from) (eclusa\\.)?(${[...caseKinds.map(({ table }) => table), 'onboardings', 'cases'].join('|')})\\b`,
  'i',
)
const behind = new WeakSet<pg.Pool>()

/** Marks a test that writes records or cases directly, without the stores that keep both consistent. */
export function noteWritesBehind(admin: pg.Pool): pg.Pool {
  return admin.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const text = typeof given[0] === 'string' ? given[0] : ((given[0] as { text?: string }).text ?? '')
      if (written.test(text)) behind.add(admin)
      return query(...given)
    }) as typeof client.query
  })
}

/** After any test every waiting record has its case, and every case its record. */
export async function expectCases(admin: pg.Pool): Promise<void> {
  if (behind.has(admin)) return
  expect((await compareCases(admin, caseKinds)).wrong).toEqual([])
}
