import { existsSync, openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type CliOperation, type OptionSchema, readContract } from './contract.ts'

/** One option, and the part of the request that its value belongs to. */
export interface OptionValue {
  flag: string
  place: 'params' | 'query' | 'body'
  /** The path in that part, from the outermost member. */
  at: string[]
  option: Option
  values: string[] | undefined
}

/** Options of every operation, and the header of each. */
export const standing = [
  ['product', 'x-product-uuid', 'the product to use'],
  ['target-user', 'x-product-target-user-uuid', 'on whose behalf; needs --product'],
  ['wallet', 'x-wallet-uuid', 'the wallet to use'],
  ['lang', 'x-lang', 'language of texts: pt-BR or en-US'],
  ['transaction', 'x-transaction-uuid', 'on a create, the id of what is created'],
  ['replay', 'x-include-replay-protection-schema', 'what identifies a repeated call; by default the nonce'],
  ['if-match', 'if-match', 'the ETag the record must still have'],
  ['nonce', 'nonce', 'go on with a call that was not answered'],
] as const

const taken = new Set([...standing.map(([name]) => name), 'body', 'all', 'dry-run', 'pick', 'json', 'csv', 'help'])
/** Deeper members need `--body`. */
const DEPTH_MAX = 3

/** The options of an operation, in the order of the contract. */
export function optionsOf({ parameters, body }: CliOperation): OptionValue[] {
  const given: OptionValue[] = []
  const used = new Set<string>(taken)
  const add = (place: OptionValue['place'], at: string[], schema: OptionSchema, isNeeded: boolean) => {
    const plain = at.join('.')
    const name = used.has(plain) ? `${place}.${plain}` : plain
    used.add(name)
    given.push(optionFor(name, place, at, schema, isNeeded))
  }
  for (const { name, in: place, schema, required = false, description } of parameters)
    if (place !== 'header')
      add(place === 'path' ? 'params' : 'query', [name], { ...(description && { description }), ...schema }, required)
  if (body) eachMember(body.schema, [], (at, schema, isNeeded) => add('body', at, schema, isNeeded))
  return given
}

function eachMember(
  schema: OptionSchema,
  within: string[],
  tell: (at: string[], schema: OptionSchema, isNeeded: boolean) => void,
): void {
  const { properties = {}, required = [] } = readContract().open(schema)
  for (const [name, member] of Object.entries(properties)) {
    const opened = plainly(member)
    const at = [...within, name]
    if (opened.properties && at.length < DEPTH_MAX) eachMember(opened, at, tell)
    else tell(at, member, within.length === 0 && required.includes(name))
  }
}

/** Removes null from a nullable schema. */
function plainly(schema: OptionSchema): OptionSchema {
  const opened = readContract().open(schema)
  const others = opened.anyOf?.filter(({ type }) => type !== 'null')
  const description = schema.description ?? opened.description
  return others?.length === 1
    ? { ...readContract().open(others[0]!), ...(description !== undefined && { description }) }
    : opened
}

const isNullable = (schema: OptionSchema) =>
  readContract()
    .open(schema)
    .anyOf?.some(({ type }) => type === 'null') === true

function optionFor(
  name: string,
  place: OptionValue['place'],
  at: string[],
  schema: OptionSchema,
  isNeeded: boolean,
): OptionValue {
  const opened = plainly(schema)
  const isMany = opened.type === 'array'
  const one = isMany && opened.items ? plainly(opened.items) : opened
  const values = one.enum ?? (one.const === undefined ? one['x-extensible-enum'] : [one.const])
  const isFlag = one.type === 'boolean' && !isMany
  const flag = `--${name}`
  const said = [schema.description ?? opened.description, isMany && 'may be given several times']
  if (isNeeded && place === 'body') said.push('needed, here or in --body')
  // Long lists would hide the rest of the help, and are in the contract.
  if (values && !isFlag && values.length <= 12) said.push(`one of ${values.join(', ')}`)
  const option = new Option(
    `${flag} ${isFlag ? '[true|false]' : `<${kindOf(one)}>`}`,
    said
      .filter((part) => typeof part === 'string')
      .map((part) => part.replace(/\.$/, ''))
      .join('; '),
  ).argParser<unknown>((text, before) => {
    const value = isNullable(schema) && text === 'null' ? null : read(text, one)
    return isMany && value !== null ? [...((before as unknown[] | undefined) ?? []), value] : value
  })
  if (isNeeded && place !== 'body') option.makeOptionMandatory()
  return { flag, place, at, option, values: isFlag ? ['true', 'false'] : values }
}

function kindOf({ type, format, properties, items, anyOf }: OptionSchema): string {
  if (format === 'binary') return 'file'
  if (properties || items || anyOf || type === undefined) return 'json'
  return format ?? type
}

/** Parses the input for its schema. Values are not validated here, because the gateway validates them. */
function read(text: string, schema: OptionSchema): unknown {
  const kind = kindOf(schema)
  if (kind === 'file') {
    if (!existsSync(text)) throw new InvalidArgumentError('There is no such file.')
    return { path: text }
  }
  if (kind === 'json') {
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw new InvalidArgumentError('This takes JSON.')
    }
  }
  if (kind === 'boolean') {
    if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('This is true or false.')
    return text === 'true'
  }
  if (schema.type !== 'integer' && schema.type !== 'number') return text
  const number = Number(text)
  if (text.trim() === '' || Number.isNaN(number)) throw new InvalidArgumentError('This takes a number.')
  return number
}

/** Places the values where the operation expects them. Body options override members of `--body`. */
export function sortedOut(given: OptionValue[], command: Command, whole: object | undefined) {
  const asked: Record<OptionValue['place'], Record<string, unknown>> = { params: {}, query: {}, body: { ...whole } }
  for (const { place, at, option } of given) {
    const value: unknown = command.getOptionValue(option.attributeName())
    if (value !== undefined) put(asked[place], at, value)
  }
  return asked
}

function put(into: Record<string, unknown>, [name, ...deeper]: string[], value: unknown): void {
  if (deeper.length === 0) {
    into[name!] = value
    return
  }
  const inner = { ...(into[name!] as Record<string, unknown> | undefined) }
  into[name!] = inner
  put(inner, deeper, value)
}

export const isPath = (value: unknown): value is { path: string } =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'path'

/** A form with its files opened. */
export async function withFiles(body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const opened = Object.entries(body).map(async ([name, value]) => {
    if (!isPath(value)) return [name, value] as const
    return [name, new File([await openAsBlob(value.path)], basename(value.path))] as const
  })
  return Object.fromEntries(await Promise.all(opened))
}
