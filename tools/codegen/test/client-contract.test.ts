import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type NamedOperation, operationsOf, readAgain } from '../contract-operations.ts'
import { type TypedContract, type TypedContractSchema, typeOf } from '../typed-contract.ts'

const contract = JSON.parse(
  readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'),
) as TypedContract

describe('a type', () => {
  it.each<[TypedContractSchema, string]>([
    [{ $ref: '#/components/schemas/Client' }, 'schemas["Client"]'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
    [
      { type: 'string', anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'string' }] },
      '"a" | "b" | (string & {})',
    ],
    [{ type: 'string', const: 'a' }, '"a"'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, '(string) | (null)'],
    [{ type: 'array', items: { type: 'integer' } }, '(number)[]'],
    [{ type: 'string', format: 'binary' }, 'Blob'],
    [
      { type: 'object', required: ['a'], properties: { a: { type: 'boolean' }, 'b-c': { type: 'number' } } },
      '{\n"a": boolean\n"b-c"?: number\n}',
    ],
    [{ type: 'object', additionalProperties: { type: 'string' } }, '{\n[name: string]: string\n}'],
    [{ type: 'object', additionalProperties: {} }, '{\n[name: string]: unknown\n}'],
    [{ description: 'Whatever the operation returns.' }, 'unknown'],
  ])('is generated for %j', (schema, type) => {
    expect(typeOf(schema)).toBe(type)
  })

  it('contains the descriptions of its members, with any content', () => {
    const b = { type: 'string', description: 'ends */ here' }
    expect(typeOf({ type: 'object', properties: { b } })).toBe('{\n/** ends * / here */\n"b"?: string\n}')
  })

  it.each<TypedContractSchema>([{ type: 'tuple' }, { oneOf: [] } as TypedContractSchema, { properties: {} }])(
    'is not invented for %j',
    (schema) => {
      expect(() => typeOf(schema)).toThrow('no type is known')
    },
  )
})

describe('the record that a write changes', () => {
  const operations = operationsOf(contract)
  const readsOf = (name: string) => {
    const write = operations.find(({ operationId }) => operationId === name) as NamedOperation
    return readAgain(contract, write)?.operationId
  }

  it.each([
    ['createAccount', 'getAccount'],
    ['deactivateAccount', 'getAccount'],
    ['createClient', 'getClient'],
    ['createEndpoint', 'getEndpoint'],
    ['uploadOnboardingDocuments', 'getOnboarding'],
    ['decodeBilletV1', 'getBilletDecode'],
    ['confirmUpload', 'getFile'],
    ['testEndpoint', 'getEvent'],
  ])('of %s is read by %s', (write, read) => {
    expect(readsOf(write)).toBe(read)
  })

  it('can be read, except signed URLs, and documents and videos that are only listed', () => {
    // A simulation creates its record elsewhere, and returns where it will appear.
    const writes = operations.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/sandbox/'))
    expect(writes.map(({ operationId }) => operationId).filter((name) => !readsOf(name))).toEqual([
      'uploadFundRecoveryFiles',
      'uploadCompanyDocument',
      'replaceCompanyDocument',
      'uploadRepresentativeDocument',
      'replaceRepresentativeDocument',
      'createUpload',
      'uploadLivenessVideo',
      'uploadRepresentativeLivenessVideo',
      'recoverDeliveries',
    ])
  })
})
