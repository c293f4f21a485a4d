import { readFileSync } from 'node:fs'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventTypes } from '../src/event-types.ts'
import { languages } from '../src/platform/language.ts'

const contract = JSON.parse(readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8')) as {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }>
  components: { schemas: Record<string, { properties: { type: object; data: { properties: object } } }> }
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

it('has no type twice, and each is spelled area.noun.past', () => {
  const names = eventTypes.map(({ type }) => type)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z_]+\.[a-z_]+\.([a-z_]+ed|ready|withdrawn)$/)
})

describe.each(eventTypes.map((declared) => [declared.type, declared] as const))('%s', (type, declared) => {
  it('is in the contract, with a schema of its own', () => {
    const { $ref } = contract.webhooks[type]!.post.requestBody.content['application/json']!.schema
    const schema = contract.components.schemas[$ref.split('/').at(-1)!]!
    expect(schema.properties.type).toMatchObject({ const: type })
    expect(Object.keys(schema.properties.data.properties)).toEqual(Object.keys(declared.data.properties))
  })

  it('has a page in both languages', async () => {
    for (const language of languages) {
      const page = await gateway.app.inject(`/docs/events/${type}.md?lang=${language}`)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain(declared.summary[language])
    }
  })
})
