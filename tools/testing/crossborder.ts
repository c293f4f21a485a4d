import { naturalPerson, usdAccount } from './examples.ts'
import { openForFile } from './for-file.ts'
import type { TestGateway, TestResponse, TestUser } from './gateway.ts'

type CrossborderHeaders = Record<string, string>
type CrossborderRow = Record<string, unknown>

export const CLIENTS = '/v1/crossborder/clients'

/** The cross-border clients of a user. */
export interface TestClients {
  create: (fields?: object, headers?: CrossborderHeaders) => Promise<TestResponse>
  /** The same, for an expected success. Returns its id. */
  made: (fields?: object) => Promise<string>
  get: (path: string) => Promise<TestResponse>
  patch: (id: string, body: object, headers?: CrossborderHeaders) => Promise<TestResponse>
  /** Everything of a client: its row, its history and its events. */
  stateOf: (id: string) => Promise<{ row: CrossborderRow[]; activity: CrossborderRow[]; events: CrossborderRow[] }>
}

let documents = 0

export function clientsOf({ ask, db }: TestGateway, as: TestUser): TestClients {
  const clients: TestClients = {
    create(fields = {}, headers = {}) {
      documents += 1
      const body = { ...naturalPerson, document: `P${documents}`, ...fields }
      return ask({ method: 'POST', url: CLIENTS, as, headers, body })
    },
    async made(fields) {
      const { status, body } = await clients.create(fields)
      if (status !== 201) throw new Error(`the client was refused: ${JSON.stringify(body)}`)
      return String(body['id'])
    },
    get: (path) => ask({ url: CLIENTS + path, as }),
    patch: (id, body, headers = {}) => ask({ method: 'PATCH', url: `${CLIENTS}/${id}`, as, headers, body }),
    async stateOf(id) {
      const read = async (text: string) => (await db.admin.query<CrossborderRow>(text, [id])).rows
      return {
        row: await read('select * from crossborder_clients where id = $1'),
        activity: await read('select * from client_activity where client_id = $1 order by sequence'),
        events: await read('select * from events where object_id = $1 order by sequence'),
      }
    },
  }
  return clients
}

/** For one test file, with a user without clients. */
export const createTestClients = () => openForFile(clientsOf)

/** The accounts of one client of a user. */
export interface TestAccounts {
  url: string
  client_id: string
  create: (fields?: object, headers?: CrossborderHeaders) => Promise<TestResponse>
}

let numbers = 0

/** The accounts of a new client, which has none. */
export async function accountsOf(gateway: TestGateway, as: TestUser): Promise<TestAccounts> {
  const client_id = await clientsOf(gateway, as).made()
  const url = `${CLIENTS}/${client_id}/accounts`
  return {
    url,
    client_id,
    create(fields = {}, headers = {}) {
      numbers += 1
      const body = { ...usdAccount, account_number: `${numbers}`, ...fields }
      return gateway.ask({ method: 'POST', url, as, headers, body })
    },
  }
}

/** For one test file. */
export const createTestAccounts = () => openForFile(accountsOf)

/** Every account, and all history entries and events. */
export async function accountsState({ db }: TestGateway) {
  return {
    accounts: (await db.admin.query<CrossborderRow>('select * from crossborder_accounts order by id')).rows,
    activity: (await db.admin.query<CrossborderRow>('select id from client_activity order by id')).rows,
    events: (await db.admin.query<CrossborderRow>('select id from events order by id')).rows,
  }
}
