import { expect, it } from 'vitest'
import { readSearch } from './read-search.ts'

it.each([
  [' 3f0b9a52-6f0c-4d0e-9d5b-0a4c8a4f7f11 ', { id: '3f0b9a52-6f0c-4d0e-9d5b-0a4c8a4f7f11' }],
  ['E1234567820260901120000000000001', { end_to_end_id: 'E1234567820260901120000000000001' }],
  ['D1234567820260901120000000000001', { end_to_end_id: 'D1234567820260901120000000000001' }],
  ['529.982.247-25', { document: '52998224725' }],
  ['12.abc.345/01de-35', { document: '12ABC34501DE35' }],
  ['12.345.678/0001-95', { document: '12345678000195' }],
  ['C-1234 567', { document: 'C-1234 567' }],
  ['52998224725', { document: '52998224725' }],
])('%s is searched as %j', (written, asked) => {
  expect(readSearch(written)).toEqual(asked)
})
