import { eventTypes } from '@eclusa/gateway/src/event-types.ts'
import type pg from 'pg'
import Value from 'typebox/value'
import { expect } from 'vitest'

/** After any test every event of the gateway must be declared, without undeclared members. */
export async function expectDeclaredEvents(admin: pg.Pool): Promise<void> {
  const { rows } = await admin.query<{ type: string; data: object }>('select distinct type, data from events')
  const undeclared = rows.filter(({ type, data }) => {
    const declared = eventTypes.find((one) => one.type === type)
    if (!declared || !Value.Check(declared.data, data)) return true
    return Object.keys(data).some((name) => !(name in declared.data.properties))
  })
  expect(undeclared).toEqual([])
}
