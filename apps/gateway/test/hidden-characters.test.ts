import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { examples } from '@eclusa/testing/examples.ts'
import { multipart, multipartHeaders, samples } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../src/api.ts'
import { deskRoutes } from '../src/backoffice.ts'

/**
 * Property test: no text field of any operation accepts a character that a reader cannot see, and two spellings of one text
 * are stored as one. The model is Unicode's own property data, read through JavaScript's regular expressions, independent of
 * the gateway.
 */
const having = (...properties: string[]) => {
  const any = new RegExp(properties.map((property) => `\\p{${property}}`).join('|'), 'u')
  const found: string[] = []
  for (let code = 0; code < 0x110000; code += 1) {
    const character = String.fromCodePoint(code)
    if (any.test(character)) found.push(character)
  }
  return found
}
/** By index: some of these lists are too long for function arguments. */
const oneOf = (characters: string[]) => fc.nat(characters.length - 1).map((place) => characters[place]!)
/** Neither a tab nor a line end, which a multi-line text may contain. */
const controls = having('Cc').filter((character) => !/[\t\n\r]/.test(character))
const formats = having('Cf', 'Zl', 'Zp')
const bidirectional = having('Bidi_Control')
const ignorable = having('Default_Ignorable_Code_Point')
const without = having('Co', 'Noncharacter_Code_Point')
const blanks = ['\u200b', '\u00ad', '\u2060', '\u3164', '\u115f', '\u1160', '\uffa0', '\u2800']
const marks = having('Mn', 'Me').filter((mark) => !/\p{Default_Ignorable_Code_Point}/u.test(mark))

const hidden = fc.oneof(...[controls, formats, bidirectional, ignorable, without, blanks].map(oneOf))
/** All of it is hidden, or hidden characters are between visible letters. Letters alone would be a valid text. */
const hostile = fc.oneof(
  fc.array(hidden, { minLength: 1, maxLength: 6 }).map((characters) => characters.join('')),
  fc.tuple(hidden, fc.constantFrom('a', 'ção', '777001')).map(([one, seen]) => `${seen}${one}${seen}`),
  fc.array(oneOf(marks), { minLength: 1, maxLength: 3 }).map((only) => only.join('')),
)
const seen =
  /^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]*$/u

interface TestHiddenCharactersSchema {
  type?: string
  enum?: unknown[]
  pattern?: string
  format?: string
  anyOf?: TestHiddenCharactersSchema[]
  items?: TestHiddenCharactersSchema
  properties?: Record<string, TestHiddenCharactersSchema>
}

/** The text fields of a schema by their pointers. A closed list of values is no text. */
function textFields(
  schema: TestHiddenCharactersSchema | undefined,
  pointer: string,
): [string, TestHiddenCharactersSchema][] {
  if (!schema || schema.enum) return []
  if (schema.type === 'string') return [[pointer, schema]]
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => textFields(one, `${pointer}/${name}`))
  const any = (schema.anyOf ?? []).flatMap((one) => textFields(one, pointer))
  return [...new Map([...inner, ...any, ...textFields(schema.items, `${pointer}/0`)])]
}

/** Sets a value at a pointer, creating the objects and lists on its way. */
function put(target: Record<string, unknown>, [step, ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[step!] = value
  else put((target[step!] ??= rest[0] === '0' ? [] : {}) as Record<string, unknown>, rest, value)
}

interface TestHiddenCharactersDeclaration {
  name: string
  method: string
  path: string
  params?: unknown
  query?: unknown
  body?: unknown
  multipart?: { files: Record<string, unknown> }
}

/** A valid path of the operation. The object need not exist, because texts are validated first. */
function addressOf({ path, params }: TestHiddenCharactersDeclaration): string {
  const shapes = ((params ?? {}) as TestHiddenCharactersSchema).properties ?? {}
  const values = ['1', '0123456789abcdef', randomUUID()]
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const { enum: named, pattern } = shapes[name]!
    return String(named?.[0] ?? values.find((value) => pattern === undefined || new RegExp(pattern).test(value)))
  })
}

let gateway: TestGateway
let desk: TestDesk
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway({ RATE_LIMIT_PER_MINUTE: '100000' })
  desk = await createTestBackoffice(gateway)
  user = await gateway.user()
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

type TestHiddenCharactersRequest = { method: string; url: string; body?: unknown; headers?: Record<string, string> }
type TestHiddenCharactersResponse = { status: number; body: Record<string, unknown> }

const doors: [
  string,
  readonly TestHiddenCharactersDeclaration[],
  (sent: TestHiddenCharactersRequest) => Promise<TestHiddenCharactersResponse>,
][] = [
  ['API', routes, (sent) => gateway.ask({ ...sent, method: sent.method, as: user })],
  [
    'backoffice',
    deskRoutes,
    (sent) =>
      desk.ask({
        ...sent,
        method: sent.method,
        as: desk.person('eva', 'viewer', 'analyst', 'approver', 'operator', 'auditor'),
      }),
  ],
]

/** Both parts of a request that contain texts, filled with these. */
function filled(
  declared: TestHiddenCharactersDeclaration,
  url: string,
  fields: string[],
  texts: string[],
): TestHiddenCharactersRequest {
  const parts: Record<string, unknown> = {}
  for (const [index, field] of fields.entries()) put(parts, field.split('/').slice(1), texts[index])
  const query = new URLSearchParams(parts['query'] as Record<string, string>).toString()
  const sent = { method: declared.method, url: `${url}${query && `?${query}`}` }
  if (!declared.multipart) return { ...sent, ...(declared.body !== undefined && { body: parts['body'] ?? {} }) }
  const files = Object.keys(declared.multipart.files).map((name) => ({
    name,
    file_name: 'film.mp4',
    bytes: samples.mp4,
  }))
  const given = Object.entries((parts['body'] ?? {}) as Record<string, string>)
  const body = multipart([...given.map(([name, bytes]) => ({ name, bytes })), ...files])
  return { ...sent, headers: multipartHeaders, body }
}

describe.each(doors)('the %s', (_door, table, ask) => {
  const withTexts = table.flatMap((declared) => {
    const fields = [
      ...textFields(declared.query as TestHiddenCharactersSchema, '/query'),
      ...textFields(declared.body as TestHiddenCharactersSchema, '/body'),
    ]
    return fields.length > 0 ? [[declared.name, declared, fields.map(([pointer]) => pointer)] as const] : []
  })

  it.each(withTexts)('%s stores no hidden character in any of its text fields', async (_name, declared, fields) => {
    // The object of a form is looked up before its parts are received.
    const url = declared.multipart ? (await examples[declared.name]!(gateway, user)).url : addressOf(declared)
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: fields.length, maxLength: fields.length }), async (texts) => {
        // Half of a surrogate pair cannot be sent in a URL, nor in the UTF-8 of a form.
        const answer = await ask(filled(declared, url, fields, texts))
        expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED' } })
        const named = (answer.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)
        expect(named).toEqual(expect.arrayContaining(fields))
      }),
      { numRuns: 5, endOnFailure: true },
    )
  })
})

describe('one text in two spellings', () => {
  const composed = 'São João ação'
  const takesAny = ({ pattern, format }: TestHiddenCharactersSchema) =>
    format === undefined && (pattern === undefined || new RegExp(pattern, 'u').test(composed))
  /** Other rules of an operation about these texts are not tested here. */
  const ruled = new Set(['account_number', 'branch', 'bank_code', 'clearing_code', 'url', 'file_name', 'typeable_line'])

  const writes = routes.flatMap(({ name, body, multipart: files }) => {
    const fields = textFields(body as TestHiddenCharactersSchema, '/body').filter(([pointer, schema]) => {
      return takesAny(schema) && !ruled.has(pointer.split('/').at(-1)!)
    })
    return fields.length > 0 && !files ? [[name, fields.map(([pointer]) => pointer)] as const] : []
  })

  it.each(writes)('is one request to %s', async (name, fields) => {
    const example = await examples[name]!(gateway, user)
    const spelled = (form: 'NFC' | 'NFD') => {
      const parts = { body: structuredClone(example.body) as Record<string, unknown> }
      for (const field of fields) {
        put(parts, field.split('/').slice(1), composed.normalize(form))
      }
      return parts.body
    }
    expect(JSON.stringify(spelled('NFD'))).not.toBe(JSON.stringify(spelled('NFC')))
    const sent = { ...example, as: user, headers: { ...example.headers, nonce: randomUUID() } }
    const first = await gateway.ask({ ...sent, body: spelled('NFD') })
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
    expect(await gateway.ask({ ...sent, body: spelled('NFC') })).toMatchObject({
      status: 409,
      body: { code: 'REPLAY' },
    })
  })

  it('is stored in one form, from every source', async () => {
    const { rows: columns } = await gateway.db.admin.query<{ table: string; column: string }>(`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'eclusa' and data_type in ('text', 'jsonb')
        and table_name in (select relname from pg_class where relkind in ('r', 'p') and not relispartition)`)
    let composedTexts = 0
    for (const { table, column } of columns) {
      const { rows } = await gateway.db.admin.query<{ text: string }>(
        `select ${column}::text as text from ${table} where ${column} is not null`,
      )
      for (const { text } of rows) {
        if (text.includes(composed)) composedTexts += 1
        expect(text, `${table}.${column}`).toBe(text.normalize('NFC'))
        expect(text.replaceAll(/[\t\n]/g, ''), `${table}.${column}`).toMatch(seen)
      }
    }
    expect(composedTexts).toBeGreaterThan(writes.length / 2)
  })
})
