import { readFileSync } from 'node:fs'
import { routes } from '@eclusa/gateway/src/api.ts'
import { inPortuguese } from '@eclusa/gateway/src/contract-translations.ts'
import { eventTypes } from '@eclusa/gateway/src/event-types.ts'
import { gateFaults } from '@eclusa/gateway/src/http/faults.ts'
import { descriptionOf } from '@eclusa/gateway/src/http/openapi.ts'
import { languages } from '@eclusa/gateway/src/platform/language.ts'
import { describe, expect, it } from 'vitest'
import { declaredErrors } from '../errors.ts'

interface TestContractTextsContract {
  paths: Record<string, Record<string, { operationId: string; summary?: string; description?: string }>>
}

const operationsOf = ({ paths }: TestContractTextsContract) =>
  Object.values(paths).flatMap((methods) => Object.values(methods))
const codes = new Set(declaredErrors().map(({ kind }) => kind.code))
const events = new Set(eventTypes.map(({ type }) => type))
const names = new Set(routes.map(({ name }) => name))

const quoted = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, word]) => word!)

describe.each(routes.map((route) => [route.name, route] as const))('%s', (_, route) => {
  it.each(languages)('describes in %s what it does, without missing names', (language) => {
    const said = descriptionOf(route)[language]
    expect(said.split('. ').length, 'two sentences at the least').toBeGreaterThan(1)
    const own = new Set([...gateFaults, ...route.errors].map(({ code }) => code))
    const schemas = JSON.stringify([route.reply, route.query, route.body])
    for (const word of quoted(said, /`([A-Z][A-Z_]+)`/g))
      expect(codes.has(word) ? own.has(word) : schemas.includes(word), word).toBe(true)
    for (const word of quoted(said, /`([a-z_]+(?:\.[a-z_]+)+)`/g)) expect(events.has(word), word).toBe(true)
    for (const word of quoted(said, /\b([a-z]+[A-Z]\w+)/g)) expect(names.has(word), word).toBe(true)
  })

  it('describes the same in both languages', () => {
    const words = languages.map((language) => quoted(descriptionOf(route)[language], /`([^`]+)`/g).toSorted())
    expect(words[0]).toEqual(words[1])
  })
})

it('has a summary and a description for every operation, in each language', () => {
  const contract = JSON.parse(
    readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'),
  ) as TestContractTextsContract
  const [english, portuguese] = [operationsOf(contract), operationsOf(inPortuguese(contract, routes))]
  expect(portuguese.map(({ operationId }) => operationId)).toEqual(english.map(({ operationId }) => operationId))
  for (const [index, { operationId, summary, description }] of english.entries()) {
    for (const text of [summary, description]) expect(text, operationId).toMatch(/\S/)
    expect(portuguese[index]!.summary, operationId).not.toBe(summary)
    expect(portuguese[index]!.description, operationId).not.toBe(description)
  }
})

it('rejects an untranslated text, and leaves data unchanged', () => {
  const document = { description: 'Done.', example: { description: 'A word.' }, required: ['description'] }
  expect(inPortuguese(document, [])).toEqual({ ...document, description: 'Feito.' })
  expect(() => inPortuguese({ description: 'A word.' }, [])).toThrow('A word.')
})
