import { writeFileSync } from 'node:fs'
import { routes } from '@eclusa/gateway/src/api.ts'
import { readShownAnswers, type ShownAnswer } from '@eclusa/gateway/src/contract-examples.ts'
import { describeOperation } from '@eclusa/gateway/src/http/openapi.ts'
import { expect } from 'vitest'
import type { TestResponse } from './request.ts'

const shown = readShownAnswers()

/** The response equals the example in the contract, except for values that differ in each run. */
export function expectShown(operation: string, answer: TestResponse): void {
  expect(shown[operation], `${operation} shows no answer: run 'npm run answers'`).toBeDefined()
  expect(asShown(answer), `${operation} answers otherwise than it shows: run 'npm run answers'`).toEqual(
    shown[operation],
  )
}

/** Writes the example files of the contract: one for each area. */
export function writeShown(recorded: Map<string, ShownAnswer>): void {
  const areas = Map.groupBy(
    routes.filter(({ name }) => recorded.has(name)),
    (route) => describeOperation(route).tags![0]!,
  )
  for (const [area, of] of areas) {
    const answers = Object.fromEntries(of.map(({ name }) => [name, recorded.get(name)]))
    writeFileSync(
      new URL(`../../openapi/examples/${area}.json`, import.meta.url),
      `${JSON.stringify(answers, null, 2)}\n`,
    )
  }
}

/** A response with varying values replaced. One id stands for the first, another for the second. */
export function asShown({ headers: { etag }, body }: TestResponse): ShownAnswer {
  const ids = new Map<string, string>()
  const idOf = (id: string) => {
    if (!ids.has(id)) ids.set(id, `01981f3a-7c1e-7b52-9d0a-${String(ids.size + 1).padStart(12, '0')}`)
    return ids.get(id)!
  }
  const calm = (value: string) =>
    value
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, idOf)
      .replaceAll(/\b20(?:2[5-9]|[3-9]\d)-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, '2026-03-02T12:00:00.000Z')
      .replaceAll(/\b20(?:2[5-9]|[3-9]\d)-\d\d-\d\d\b(?!T)/g, '2026-03-02')
      .replaceAll(/\b([ED])\d{20}\w{11}\b/g, '$111111111202603021200AbCdEfGhIjK')
  const walk = (node: unknown, name = ''): unknown => {
    if (Array.isArray(node)) return node.map((item) => walk(item, name))
    if (node !== null && typeof node === 'object')
      return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, walk(member, key)]))
    if (typeof node === 'string') return named[name]?.(node) ?? calm(node)
    return name === 'duration_ms' ? 12 : node
  }
  return { ...(etag !== undefined && { etag }), body: walk(body) }
}

function personNumber(value: string): string | undefined {
  if (value.length === 11) return '10001000144'
  if (value.length === 14) return '12345678000195'
  return value.length === 36 ? 'P7654321' : undefined
}

/** Secret, signed or fictional values, by member name. */
const named: Record<string, (value: string) => string | undefined> = {
  secret: () => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  page_state: () => 'b3BhcXVlLCBmcm9tIHRoaXMgZ2F0ZXdheSBhbmQgZm9yIGl0',
  prefix: () => 'ecl_live_0123456789abcdef',
  email: (value) => value.replace(/^[^@]+@.*$/, 'ada@clement.example'),
  url: (value) => (value.startsWith('https://hooks.') ? undefined : 'https://gateway.example/signed/AbCdEf0123'),
  document: personNumber,
  file_name: (value) => value.replace(/^[0-9a-f-]{36}\./, 'statement.'),
  cpf: personNumber,
  cnpj: personNumber,
  id: (value) => (/^[0-9a-f]{16}$/.test(value) ? '0123456789abcdef' : undefined),
  phone_number: () => '+5581999990000',
}
