import type { Random } from '../random.ts'
import { mutateJson, mutateMultipart } from './body.ts'
import { type FuzzOperation, operations, sample } from './contract.ts'
import { hostileNumber, hostileText, prototypeNames } from './hostile.ts'

/**
 * The caller, and existing ids by the path segment before them: without them no mutation gets beyond authentication and 404.
 */
export interface KnownIds {
  token: string
  ids: Record<string, string[]>
}

/** The contract's example request, to create a record. */
export function plainRequest({ token, ids }: KnownIds, operation: FuzzOperation, random: Random): MutatedRequest {
  const body =
    operation.body?.type === 'application/json' ? Buffer.from(JSON.stringify(operation.body.example)) : undefined
  const target = operation.path.replaceAll(/\{[^}]+\}/g, (_, at: number) =>
    knownId(ids, operation.path.slice(0, at), random),
  )
  const lines = [
    `${operation.method} ${target} HTTP/1.1`,
    'host: gateway.eclusa.test',
    `authorization: Bearer ${token}`,
  ]
  const about = body ? ['content-type: application/json', `content-length: ${body.length}`] : []
  const head = [...lines, `nonce: ${random.uuid()}`, 'connection: close', ...about, '', ''].join('\r\n')
  return { operation: operation.id, bytes: Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]) }
}

function knownId(ids: KnownIds['ids'], behind: string, random: Random): string {
  return random.pick(ids[behind] ?? Object.values(ids).flat())
}

export interface MutatedRequest {
  operation: string
  bytes: Buffer
}

/** One request of the contract with an error in its path, headers or body, as sent. */
export function mutatedRequest({ token, ids }: KnownIds, random: Random, among = operations): MutatedRequest {
  const operation = random.pick(among)
  const target = address(operation, ids, random)
  const { body, type } = bodyOf(operation, random)
  const headers: [string, string][] = [
    ['host', 'gateway.eclusa.test'],
    ['authorization', `Bearer ${token}`],
    ['nonce', random.uuid()],
    // By the nonce, so that equal bodies may take effect repeatedly.
    ['x-include-replay-protection-schema', 'nonce'],
    ['connection', 'close'],
    ...(type ? ([['content-type', type]] as [string, string][]) : []),
    ...(body ? ([['content-length', String(body.length)]] as [string, string][]) : []),
  ]
  const lines = mutateHeaders(headers, operation, ids, random).map(([name, value]) => `${name}: ${value}`)
  const head = [`${random.chance(0.01) ? 'BREW' : operation.method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n')
  return { operation: operation.id, bytes: Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]) }
}

function address({ path, parameters }: FuzzOperation, ids: KnownIds['ids'], random: Random): string {
  const id = (_: string, at: number) => {
    if (random.chance(0.85)) return knownId(ids, path.slice(0, at), random)
    return random.chance(0.5) ? random.uuid() : encode(hostileText(random), random)
  }
  const filled = path.replaceAll(/\{[^}]+\}/g, id)
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.25))
    .flatMap(({ name, schema }) => {
      const value = random.chance(0.5)
        ? String(sample(schema, random))
        : random.pick([hostileText, hostileNumber])(random)
      const one = `${name}=${encode(value, random)}`
      return random.pick([[one], [one], [one], [one, one], [`${name}[]=${encode(value, random)}`], [name]])
    })
  if (random.chance(0.05)) query.push(`${random.pick(prototypeNames)}=${hostileNumber(random)}`)
  const whole = query.length > 0 ? `${filled}?${query.join('&')}` : filled
  return random.chance(0.02) ? whole + random.pick(['/', '//', '%', '%zz', '%00', '?', '#', ';a=b', '/..']) : whole
}

/** URL-encoded, or raw with forbidden characters, but without white space, which would end the request line. */
function encode(text: string, random: Random): string {
  if (random.chance(0.1)) return random.pick(['%', '%00', '%ff%fe', '%c0%80', '%E2%28%A1'])
  const wellFormed = text.toWellFormed()
  return random.chance(0.85) ? encodeURIComponent(wellFormed) : asBytes(wellFormed, (byte) => byte > 32)
}

/** The bytes of a text, one character each, without those that would end the line. */
function asBytes(text: string, may: (byte: number) => boolean): string {
  return Buffer.from(Buffer.from(text.toWellFormed()).filter(may)).toString('latin1')
}

function bodyOf({ method, body }: FuzzOperation, random: Random): { body?: Buffer; type?: string } {
  if (!body) return random.chance(0.05) && method !== 'GET' ? { body: Buffer.from('{}'), type: 'application/json' } : {}
  if (body.type === 'application/json') {
    const value = body.example !== undefined && random.chance(0.7) ? body.example : sample(body.schema, random)
    const type = random.chance(0.03)
      ? random.pick([
          'text/plain',
          'application/xml',
          'application/json; charset=utf-16',
          '',
          'constructor',
          'multipart/form-data',
        ])
      : 'application/json'
    return { body: mutateJson(value, random), type }
  }
  const boundary = random.chance(0.95) ? 'border' : random.pick(['', 'a'.repeat(80), '"'])
  const fields = Object.keys(body.schema.properties ?? {}).filter(() => random.chance(0.6))
  return { body: mutateMultipart(fields, 'border', random), type: `multipart/form-data; boundary=${boundary}` }
}

function mutateHeaders(
  headers: [string, string][],
  { parameters }: FuzzOperation,
  ids: KnownIds['ids'],
  random: Random,
): [string, string][] {
  const optional = parameters.filter((parameter) => parameter.in === 'header' && parameter.name !== 'nonce')
  const added = optional
    .filter(() => random.chance(0.08))
    .map(({ name, schema }): [string, string] => [
      name,
      random.pick([
        () => String(sample(schema, random)),
        () => knownId(ids, '', random),
        () => inHeader(hostileText(random)),
      ])(),
    ])
  const all = [...headers, ...added]
  if (random.chance(0.03)) all.push(random.pick(headers))
  if (random.chance(0.02))
    all.push([
      random.pick(['nonce', 'authorization', 'x-api-key', 'content-type', 'if-match', 'x-lang']),
      inHeader(hostileText(random)),
    ])
  if (random.chance(0.01))
    all.push(...Array.from({ length: 200 }, (_, n): [string, string] => [`x-many-${n}`, 'a'.repeat(random.int(200))]))
  if (random.chance(0.01)) all.push(['transfer-encoding', 'chunked'])
  if (random.chance(0.01)) all.push(['expect', '100-continue'])
  if (random.chance(0.01)) all.push([random.pick(prototypeNames), '1'])
  return random.chance(0.02) ? all.filter(() => random.chance(0.8)) : all
}

function inHeader(text: string): string {
  return asBytes(text, (byte) => byte > 13).slice(0, 9_000)
}
