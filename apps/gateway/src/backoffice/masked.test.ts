import { describe, expect, it } from 'vitest'
import { masked, withMasks } from './masked.ts'

describe('personal data until it is revealed', () => {
  it.each([
    ['name', 'Maria Aparecida da Silva', 'M*** A*** d*** S***'],
    ['name', 'Ângela', 'Â***'],
    ['document', '11144477735', '***444777**'],
    ['document', '11222333000181', '11222333000181'],
    ['document', 'AB1234567', '***67'],
    // Of other countries: Egypt, Uzbekistan, Kyrgyzstan, Belarus and Turkey.
    ['document', '29001011234567', '***67'],
    ['document', '31234567890123', '***23'],
    ['document', '21234199012345', '***45'],
    ['document', '3120490A001PB1', '***B1'],
    ['document', '12345678902', '***02'],
    ['document', '11144477736', '***36'],
    ['document', '11222333000182', '***82'],
    ['key', 'ABCDEFGHIJKLMN', '***MN'],
    ['key', 'ABCDEFGHIJK', '***JK'],
    ['key', '11222333000181', '11222333000181'],
    ['document', '123', '***'],
    ['email', 'maria.silva@example.com', 'm***@example.com'],
    ['email', 'not an address', '***'],
    ['phone', '+5511987654321', '***4321'],
    ['phone', '12', '***'],
    ['key', 'maria@example.com', 'm***@example.com'],
    ['key', '+5511987654321', '***4321'],
    ['key', '11144477735', '***444777**'],
    ['key', '5d41402a-bc4b-4a76-b971-9d911017c592', '5d41***'],
    ['account', 'GB29 NWBK 6016 1331 9268 19', '***819'],
    ['account', '12345', '***'],
    ['day', '1980-05-17', '***'],
    ['text', 'Write to joao@example.com.br', 'Write to j***@example.com.br'],
    ['text', 'CPF 111.444.777-35, tel (11) 98765-4321', 'CPF ***7735, tel ***4321'],
    ['text', 'Paid R$ 150.000,00 on 12/05, order 123456', 'Paid R$ 150.000,00 on 12/05, order 123456'],
  ] as const)('a %s, %s, is shown as %s', (kind, given, shown) => {
    expect(masked[kind](given)).toBe(shown)
  })

  it('a record keeps its members, and missing ones stay missing', () => {
    const row = { id: '1', name: 'Ana Lima', email: null as string | null, amount: 5 }
    expect(withMasks(row, { name: masked.name, email: masked.email })).toEqual({
      id: '1',
      name: 'A*** L***',
      email: null,
      amount: 5,
    })
  })
})
