import { readFileSync } from 'node:fs'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { expect, it } from 'vitest'
import { operations } from './operations.ts'

interface TestCompleteSchema {
  'x-extensible-enum'?: string[]
  properties?: Record<string, TestCompleteSchema>
}
interface TestCompleteContract {
  paths: Record<string, Record<string, { operationId: string }>>
  components: { schemas: Record<string, TestCompleteSchema> }
}
const contract = JSON.parse(
  readFileSync(new URL('../../../openapi/desk.json', import.meta.url), 'utf8'),
) as TestCompleteContract

it('has a word for every kind of case, in both languages', () => {
  const kinds = contract.components.schemas['Case']!.properties!['kind']!['x-extensible-enum']!
  for (const spoken of Object.values(shared)) expect(Object.keys(spoken.kinds).toSorted()).toEqual(kinds.toSorted())
})

it('has a word for every write operation, by its name in the journal', () => {
  const done = Object.values(contract.paths)
    .flatMap((methods) => Object.entries(methods))
    .filter(([method]) => method !== 'get')
    .map(([, { operationId }]) => operationId)
  for (const spoken of Object.values(operations)) expect(Object.keys(spoken)).toEqual(expect.arrayContaining(done))
})
