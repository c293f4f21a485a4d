import type { Buckets, Rate } from './buckets.ts'
import type { RequestName } from './shapes.ts'
import type { World } from './state.ts'
import type { XmlContent } from './xml.ts'

export interface DictRequest {
  world: World
  buckets: Buckets
  caller: string
  /** From the path. */
  id: string
  query: URLSearchParams
  /** The validated request, for a write. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each operation names the shape it was checked against.
  sent: any
}

export interface Operation {
  method: 'GET' | 'POST' | 'PUT'
  path: RegExp
  rate: (query: URLSearchParams) => Rate
  request?: RequestName
  /** The name under which the request repeats the id of the path. */
  idName?: string
  answer: string
  status: 200 | 201
  handle: (asked: DictRequest) => XmlContent
}

export const ID = '([0-9a-f-]{36})'

/** A read. */
export function read(
  path: string,
  rate: Rate | Operation['rate'],
  answer: string,
  handle: Operation['handle'],
): Operation {
  const rateOf = typeof rate === 'function' ? rate : () => rate
  return { method: 'GET', path: new RegExp(`^${path}$`), rate: rateOf, answer, status: 200, handle }
}

type DictOperationWrite = { rate: Rate; verb: string; noun: string; idName?: string; method?: 'PUT' }

/** A signed request. Its name follows from the verb and the noun, as in BACEN's specification. */
export function write(
  path: string,
  { rate, verb, noun, ...rest }: DictOperationWrite,
  handle: Operation['handle'],
): Operation {
  const request = `${verb}${noun}Request` as RequestName
  const answer = `${verb}${noun}Response`
  const status = verb === 'Create' ? 201 : 200
  return { method: 'POST', path: new RegExp(`^${path}$`), rate: () => rate, request, answer, status, handle, ...rest }
}
