import { describe, expect, it } from 'vitest'
import { readBody } from './new-request.ts'

const body = {
  transaction_id: '01981f3a-7c1e-7b52-9d0a-5f3c2b1a0e4d',
  reason: 'FRAUD',
  fraud_reason: 'FRAUD',
  description: 'Golpe por telefone.',
} as const
const known = { email: 'fraudes@eclusa.example', phone: '+5561988887777' }

describe('the contact of a request', () => {
  it('is the one of the body, or else the one of the gateway', () => {
    const named = { contact_email: 'ana@eclusa.example', contact_phone: '+551133334444' }
    expect(readBody(body, known).contact).toEqual(known)
    expect(readBody({ ...body, ...named }, known).contact).toEqual({
      email: named.contact_email,
      phone: named.contact_phone,
    })
  })

  it('is required where the gateway has none', () => {
    expect(() => readBody(body, undefined)).toThrow(
      expect.objectContaining({
        particulars: {
          errors: [expect.objectContaining({ pointer: '/body/contact_email', code: 'CONTACT_REQUIRED' })],
        },
      }),
    )
  })
})
