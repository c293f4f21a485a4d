import { expect, it } from 'vitest'
import { connect } from './connect.ts'

/** The replay protection header of a call. */
async function schemaOf(ask: (eclusa: ReturnType<typeof connect>) => Promise<unknown>): Promise<string | null> {
  let sent: string | null = null
  const fetch: typeof globalThis.fetch = async (input) => {
    sent = (input as Request).headers.get('x-include-replay-protection-schema')
    return Response.json({})
  }
  await ask(connect({ baseUrl: 'http://127.0.0.1', token: async () => 'a.b.c', fetch }))
  return sent
}

it('decodes one billet as often as a till reads it: by nonce, unless the caller names another schema', async () => {
  const body = { typeable_line: '0' }
  expect(await schemaOf((eclusa) => eclusa.decodeBilletV1({ body }))).toBe('nonce')
  expect(await schemaOf((eclusa) => eclusa.decodeBilletV2({ body }))).toBe('nonce')
  const transaction = crypto.randomUUID()
  const replay = 'x-transaction-uuid'
  expect(await schemaOf((eclusa) => eclusa.decodeBilletV2({ body, transaction, replay }))).toBe(replay)
  expect(await schemaOf((eclusa) => eclusa.createClient({ body: {} as never }))).toBeNull()
})
