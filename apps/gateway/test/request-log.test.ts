import { randomUUID } from 'node:crypto'
import { testEnvironment } from '@eclusa/testing/environment.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApi } from '../src/run-api.ts'
import { readApiSettings } from '../src/settings.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

it('every request of a process before its shutdown is in the log', async () => {
  const { user_id, token } = await gateway.user()
  const environment = testEnvironment(gateway.db, { issuerUrl: gateway.issuer.url })
  const ports = { HTTP_PORT: '0', INTERNAL_PORT: '0' }
  const api = await runApi(readApiSettings({ ...environment, ...ports, LOG_LEVEL: 'silent' }))
  const headers = { authorization: `Bearer ${token}`, nonce: randomUUID() }
  const asked = Array.from({ length: 20 }, () => fetch(`${api.base_url}/v1/crossborder/clients`, { headers }))
  const ids = (await Promise.all(asked)).map((answer) => answer.headers.get('x-request-id')!)
  await api.stop()
  const { rows } = await gateway.db.admin.query<{ id: string }>('select id from request_log where user_id = $1', [
    user_id,
  ])
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})
