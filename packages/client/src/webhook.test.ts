import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { isEvent, verifyWebhook, WebhookVerificationError } from './webhook.ts'

const secret = `whsec_${btoa('a secret of twenty-four b')}`
const other = `whsec_${btoa('another one, just as long')}`
const event = { id: 'evt', type: 'crossborder.account.updated', data: { account_id: 'a', note: 'ação' } }
const body = JSON.stringify(event)
const NOW = Date.parse('2026-11-15T12:00:00Z')

/** Signed by an independent library. */
function signed(under = [secret], at = NOW, id = 'evt', text = body) {
  const signatures = under.map((one) => new Webhook(one).sign(id, new Date(at), text))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at / 1000),
    'webhook-signature': ['v1a,other', ...signatures].join(' '),
  }
}
const bytes = new TextEncoder().encode(body)
const read = (
  headers: Parameters<typeof verifyWebhook>[0]['headers'],
  text: typeof bytes | string = bytes,
  trust = {},
) => verifyWebhook({ body: text, headers }, { secrets: secret, ...trust }, NOW)

describe('is accepted', () => {
  it.each([
    ['bytes', bytes],
    ['text', body],
    ['a buffer that is part of a larger one', new Uint8Array([0, ...bytes, 0]).subarray(1, -1)],
  ])('as %s', async (_, text) => {
    expect(await read(signed(), text)).toEqual(event)
  })

  it('with headers of any kind and case', async () => {
    const { 'webhook-id': id, ...rest } = signed()
    expect(await read(new Headers(signed()))).toEqual(event)
    expect(await read({ 'Webhook-Id': id, ...rest })).toEqual(event)
  })

  it('with either secret during a rotation', async () => {
    expect(await read(signed([other, secret]))).toEqual(event)
    expect(await read(signed([other]), bytes, { secrets: [secret, other] })).toEqual(event)
  })

  it('up to five minutes of clock skew, or the given tolerance', async () => {
    expect(await read(signed([secret], NOW - 300_000))).toEqual(event)
    expect(await read(signed([secret], NOW + 300_000))).toEqual(event)
    expect(await read(signed([secret], NOW - 900_000), bytes, { toleranceSeconds: 900 })).toEqual(event)
  })
})

describe('is rejected', () => {
  it.each([
    ['a byte of it was changed', signed(), body.replace('"a"', '"b"')],
    ['it was written anew', signed(), JSON.stringify(event, null, 1)],
    ['it is signed under another secret', signed([other]), body],
    ['its id is of another', { ...signed(), 'webhook-id': 'other' }, body],
    ['it is too old', signed([secret], NOW - 301_000), body],
    ['it is from the future', signed([secret], NOW + 301_000), body],
    ['its time was changed', { ...signed([secret], NOW - 400_000), 'webhook-timestamp': String(NOW / 1000) }, body],
    ['its time is no number', { ...signed(), 'webhook-timestamp': '1e9' }, body],
    ['a header is missing', { ...signed(), 'webhook-signature': undefined }, body],
    ['a header comes twice', { ...signed(), 'webhook-id': ['evt', 'evt'] }, body],
    ['its signature is no base64', { ...signed(), 'webhook-signature': 'v1,%%%' }, body],
    ['its signature is empty', { ...signed(), 'webhook-signature': 'v1,' }, body],
  ])('when %s', async (_, headers, text) => {
    await expect(read(headers, text)).rejects.toThrow(WebhookVerificationError)
  })

  it('with an empty secret, which anyone could sign with', async () => {
    await expect(read(signed(), bytes, { secrets: '' })).rejects.toThrow(TypeError)
  })
})

it('distinguishes known types from unknown ones', async () => {
  const known = await read(signed())
  expect(isEvent(known, 'crossborder.account.updated') && known.data.account_id).toBe('a')
  expect(isEvent(known, 'crossborder.account.deleted')).toBe(false)
})
