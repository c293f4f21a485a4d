import { createHash, randomUUID } from 'node:crypto'
import { dayInSaoPaulo } from '@eclusa/gateway/src/platform/clock.ts'
import { daysAfter } from '@eclusa/simulators/billet-registry/charges.ts'
import { sampleBankSlip } from '@eclusa/simulators/billet-registry/samples.ts'

/** The measured operations: requests as integrators send them, and their numbers of connections. */
export interface WorkloadsWork {
  title: string
  connections: number[]
  /** The tables in which each acknowledged request leaves one row, found by its id. */
  leaves: string[]
  /** How many of the seeded clients it uses. */
  targets: number
  /** The bare route with one select for the same path. */
  bare?: 'record' | 'list'
  request: (token: string, asked: WorkloadRequest) => string
}

export interface WorkloadRequest {
  /** Used by no other operation of this run. */
  n: number
  /** The index of the seeded record, from 1. */
  target: number
}

export type WorkName = 'get-account' | 'list-accounts' | 'patch-account' | 'decode-billet'

export const workNames = (): WorkName[] => Object.keys(works) as WorkName[]

export const ACCOUNTS = 2_000
/** Every client has one account to change, because changes of one client run in turn; the first ones have a page of them. */
export const LISTED_CLIENTS = 100
export const ACCOUNTS_LISTED = 20

/** Ids that pgbench can compute as well, from its random number. */
export const idOf = (kind: 'client' | 'account', n: number): string =>
  createHash('md5')
    .update(`${kind} ${n}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const listUrl = (target: number) => `/v1/crossborder/clients/${idOf('client', target)}/accounts`
const accountUrl = (target: number) => `${listUrl(target)}/${idOf('account', target)}`
const due_date = daysAfter(dayInSaoPaulo(new Date()), 20)

export const works: Record<WorkName, WorkloadsWork> = {
  'get-account': {
    title: 'GET account',
    connections: [16],
    leaves: [],
    targets: ACCOUNTS,
    bare: 'record',
    request: (token, { target }) => message('GET', accountUrl(target), token),
  },
  'list-accounts': {
    title: `list of ${ACCOUNTS_LISTED} accounts`,
    connections: [16],
    leaves: [],
    targets: LISTED_CLIENTS,
    bare: 'list',
    request: (token, { target }) => message('GET', listUrl(target), token),
  },
  'patch-account': {
    title: 'PATCH account',
    connections: [16, 64],
    leaves: ['events', 'client_activity'],
    targets: ACCOUNTS,
    request: (token, { target }) => message('PATCH', accountUrl(target), token, { nickname: randomUUID() }),
  },
  'decode-billet': {
    title: 'billet decode',
    connections: [16],
    leaves: ['events'],
    targets: ACCOUNTS,
    request: (token, { n }) =>
      message('POST', '/v1/banking/billet-payments/decode', token, {
        typeable_line: sampleBankSlip({ due_date, amount: 1 + n }).line,
      }),
  },
}

function message(method: string, url: string, token: string, body?: object): string {
  const head = `${method} ${url} HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${token}\r\nnonce: ${randomUUID()}\r\n`
  if (!body) return `${head}\r\n`
  const text = JSON.stringify(body)
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
