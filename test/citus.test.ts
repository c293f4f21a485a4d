import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Recorder, recordStatements, type Said } from '../bench/caught.ts'
import { distributedTables } from '../src/base/db/distribute/tables.ts'
import { openPool } from '../src/base/db/pool.ts'
import { createOnCluster, distributeOnCluster, type Nodes, nodesOf, onCluster } from './support/cluster.ts'
import { examples } from './support/examples.ts'
import { asksNodes } from './support/fitness.ts'
import { openTestGateway, type TestGateway, type TestUser } from './support/gateway.ts'
import { simulationExamples } from './support/simulation-examples.ts'
import { openWire, type Wire } from './support/wire.ts'

const citusUrl = process.env['CITUS_URL']

it.skipIf(citusUrl)('a cluster is not tried here: CITUS_URL names none', (context) =>
  context.skip('CITUS_URL names no Citus cluster'),
)

/** A database that has served becomes one that is cut by user, and goes on serving. */
describe.runIf(citusUrl)('on a cluster', () => {
  const name = `eclusa_citus_${randomBytes(4).toString('hex')}`
  const said: string[] = []
  const saidAgain: string[] = []
  let nodes: Nodes
  let gateway: TestGateway
  let wire: Wire
  let recorder: Recorder
  let user: TestUser
  let before: { user: TestUser; url: string; record: unknown; history: unknown }

  beforeAll(async () => {
    nodes = await nodesOf(citusUrl!)
    await createOnCluster(nodes, name)
    before = await serveBefore()
    await distributeOnCluster(nodes, name, (line) => said.push(line))
    await distributeOnCluster(nodes, name, (line) => saidAgain.push(line))
    const between = async (url: string) => {
      wire = await openWire(url)
      recorder = recordStatements(wire, 'eclusa-api')
      return wire.url
    }
    gateway = await openTestGateway({}, {}, { between, database: async () => onCluster(nodes, name) })
    user = await gateway.user()
  }, 600_000)

  afterAll(async () => {
    await gateway.close()
    await wire.close()
  })

  async function serveBefore() {
    const single = { ...onCluster(nodes, name), drop: async () => {} }
    const serving = await openTestGateway({}, {}, { database: async () => single })
    const as = await serving.user()
    const { url, client_id } = await serving.account(as)
    for (const nickname of ['one', 'two'])
      expect((await serving.ask({ method: 'PATCH', url, as, body: { nickname } })).status).toBe(200)
    const { body: record } = await serving.ask({ url, as })
    const { body: history } = await serving.ask({ url: `/v1/reports/client-activity/${client_id}`, as })
    await expect(distributeOnCluster(nodes, name)).rejects.toThrow('stop every process')
    await serving.close()
    await single.admin.end()
    return { user: as, url, record, history }
  }

  it('what was there is there, cut by user, and told once', async () => {
    const { rows } = await gateway.db.admin.query<{ name: string; distribution_column: string }>(`
      select relname as name, column_to_column_name(logicalrelid, partkey) as distribution_column
      from pg_dist_partition join pg_class on pg_class.oid = logicalrelid where partmethod = 'h' and not relispartition`)
    expect(rows.map((row) => row.name).toSorted()).toEqual([...distributedTables].toSorted())
    expect(new Set(rows.map((row) => row.distribution_column))).toEqual(new Set(['user_id']))
    expect(said.join('\n')).toMatch(/events: [1-9]\d* rows over the nodes/)
    const client_id = before.url.split('/')[4]
    const token = await gateway.issuer.sign({ sub: before.user.user_id })
    const as = { ...before.user, token }
    expect((await gateway.ask({ url: before.url, as })).body).toEqual(before.record)
    expect((await gateway.ask({ url: `/v1/reports/client-activity/${client_id}`, as })).body).toEqual(before.history)
  })

  it('every operation answers as on one server, and its statements ask one node each', async () => {
    const statements = new Map<string, Said>()
    // All but those of a test installation, whose clock is of one server.
    const served = Object.entries(examples).filter(([operation]) => !(operation in simulationExamples))
    for (const as of [user, await gateway.acting(user)])
      for (const [operation, example] of served) {
        const ask = await example(gateway, as)
        const heard = await recorder.during(async () => {
          const answer = await gateway.ask({ ...ask, as })
          expect(answer.status, `${operation}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
        })
        for (const one of heard.statements.filter(({ text }) => asksNodes(text))) statements.set(one.text, one)
      }
    expect(statements.size).toBeGreaterThan(15)
    for (const { text, values } of statements.values()) expect(await tasksOf(text, values), text).toBe(1)
  }, 300_000)

  /** How many tasks a statement is for the nodes, as whoever sends it. */
  async function tasksOf(text: string, values: (string | null)[]): Promise<number> {
    const pool = openPool({ connectionString: gateway.db.api, size: 1, name: 'explain' })
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('select open_scope($1, $2, $2, $2)', [user.user_id, ''])
      const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${text}`, values)
      await client.query('rollback')
      return Number(/"Task Count": ?(\d+)/.exec(JSON.stringify(rows[0]!['QUERY PLAN']))?.[1])
    } finally {
      client.release(true)
      await pool.end()
    }
  }

  it('a repeat is refused, and a user sees nothing of another', async () => {
    const { url } = await gateway.account(user)
    const patch = { method: 'PATCH', url, as: user, body: { nickname: 'twice' } } as const
    expect((await gateway.ask(patch)).status).toBe(200)
    expect(await gateway.ask(patch)).toMatchObject({ status: 409, body: { code: 'REPLAY' } })
    const stranger = await gateway.user()
    expect((await gateway.ask({ url, as: stranger })).status).toBe(404)
  })

  it('a node shows a scope its own rows alone, and takes no change that nobody tells of', async () => {
    const { account_id } = await gateway.account(user)
    const stranger = await gateway.user()
    const pool = openPool({ connectionString: gateway.db.api, size: 1, name: 'behind' })
    const inScope = async (user_id: string, text: string, values: unknown[]) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query('select open_scope($1, $2, $2, $2)', [user_id, ''])
        const { rowCount } = await client.query(text, values)
        await client.query('commit')
        return rowCount
      } finally {
        client.release(true)
      }
    }
    const seen = 'select from crossborder_accounts where user_id = $1 and id = $2'
    expect(await inScope(user.user_id, seen, [user.user_id, account_id])).toBe(1)
    expect(await inScope(stranger.user_id, seen, [user.user_id, account_id])).toBe(0)
    const untold = `update crossborder_accounts set nickname = 'untold', version = version + 1 where user_id = $1 and id = $2`
    await expect(inScope(user.user_id, untold, [user.user_id, account_id])).rejects.toThrow(
      /no event tells of it|could not commit transaction/,
    )
    const { rows } = await gateway.db.admin.query('select nickname from crossborder_accounts where id = $1', [
      account_id,
    ])
    expect(rows).not.toEqual([{ nickname: 'untold' }])
    await pool.end()
  })

  it('what is written here and on a node commits together: the node promises first', async () => {
    const pool = openPool({ connectionString: gateway.db.api, size: 1, name: 'behind' })
    const client = await pool.connect()
    const heard: string[] = []
    client.on('notice', ({ message }) => heard.push(message ?? ''))
    const commits = async (besides: string) => {
      heard.length = 0
      await client.query('begin')
      await client.query('select open_scope($1, $2, $2, $2)', [user.user_id, ''])
      await client.query('update storage_use set bytes = bytes where user_id = $1', [user.user_id])
      await client.query(besides, [user.user_id])
      await client.query('commit')
      return heard.join('\n')
    }
    await client.query('set citus.log_remote_commands = on')
    await client.query('set client_min_messages = notice')
    expect(await commits('select from webhook_endpoints where user_id = $1')).not.toContain('PREPARE TRANSACTION')
    expect(await commits('update webhook_endpoints set url = url where user_id = $1 and deleted_at < now()')).toContain(
      'PREPARE TRANSACTION',
    )
    client.release(true)
    await pool.end()
  })

  it('is not done twice', () => {
    expect(saidAgain.join('\n')).not.toContain('rows over the nodes')
    expect(saidAgain.at(-1)).toBe(said.at(-1))
  })
})
