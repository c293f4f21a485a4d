import { randomUUID } from 'node:crypto'
import { createTestBackoffice } from '@eclusa/testing/backoffice.ts'
import { openForFile } from '@eclusa/testing/for-file.ts'
import { afterAll, expect, it } from 'vitest'
import { deskRoutes } from '../src/backoffice.ts'

/** The person makes every irreversible choice: the desk never fills in a missing one. */
const test = openForFile(async (gateway) => ({ desk: await createTestBackoffice(gateway) }))
afterAll(() => test.desk.close())

interface TestBackofficeExplicitChoiceBody {
  properties: Record<string, { enum?: string[]; default?: unknown }>
}
const choicesOf = (body: unknown) =>
  Object.entries((body as TestBackofficeExplicitChoiceBody).properties).filter(([, one]) => one.enum)
const decisions = deskRoutes.filter(({ decision, body }) => decision && body && choicesOf(body).length > 0)

it('every kind of case that is decided has a choice in its body', () => {
  const named = decisions.map(({ name }) => name)
  expect(named).toEqual(expect.arrayContaining(deskRoutes.filter(({ decides }) => decides).map(({ name }) => name)))
  expect(named).toContain('registerFraudMarker')
})

it.each(decisions)('$name: no choice has a default, and without one nothing is done', async (route) => {
  const { method, path, roles, example, body } = route
  const as = test.desk.person('ana', ...roles)
  const url = path.replaceAll(/:\w+/g, () => randomUUID())
  const entries = async () => (await test.gateway.db.admin.query('select from audit_log')).rowCount
  const before = await entries()
  for (const [name, choice] of choicesOf(body)) {
    expect(choice, name).not.toHaveProperty('default')
    const { [name]: left, ...rest } = example as Record<string, unknown>
    expect(left, `the example of ${route.name} chooses ${name}`).toBeDefined()
    const answer = await test.desk.ask({ method, url, as, body: rest })
    expect([400, 422], `${name} ${answer.text}`).toContain(answer.status)
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ pointer: `/body/${name}` }))
  }
  expect(await entries()).toBe(before)
})
