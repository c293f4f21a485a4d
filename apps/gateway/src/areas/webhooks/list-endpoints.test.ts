import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { endpointsOf } from '@eclusa/testing/webhooks.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

describe('200', () => {
  it("lists the user's endpoints, page by page, without secrets, and no others", async () => {
    await endpointsOf(gateway, await gateway.user()).made()
    const { ask, made } = endpointsOf(gateway, await gateway.user())
    const all = [await made(), await made(), await made()]
    const first = await ask('GET', '?page_size=2')
    expect(first.body).toMatchObject({ has_next_page: true })
    const second = await ask('GET', `?page_size=2&page_state=${String(first.body['page_state'])}`)
    const listed = [...(first.body['data'] as object[]), ...(second.body['data'] as object[])] as { id: string }[]
    expect(listed.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
    expect(JSON.stringify(listed)).not.toContain('secret')
  })
})
