import { randomUUID } from 'node:crypto'
import { type CutLine, createCutConnection } from '@eclusa/testing/cut-connection.ts'
import { written } from '@eclusa/testing/examples.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7, uuidv7Time } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import { requestLogDropped } from './metrics.ts'
import { createRequestLog, type RequestLog, valuesOf, writeRequestLog } from './request-log.ts'
import type { RequestLine } from './request-log-entry.ts'

const CLIENTS = '/v1/crossborder/clients'

let gateway: TestGateway
let user: TestUser
let line: CutLine
/** The log in place of the gateway's own: it holds five lines, and its connection can be cut. */
let small: RequestLog
let dropped: number
let itsOwn: RequestLog | undefined

beforeAll(async () => {
  gateway = await createTestGateway({ RATE_LIMIT_PER_MINUTE: '10000' })
  itsOwn = gateway.services.requestLog
  line = await createCutConnection(Number(new URL(gateway.db.api).port))
})
beforeEach(async () => {
  user = await gateway.user()
  dropped = 0
  small = openSmall()
  gateway.services.requestLog = small
})
afterEach(async () => {
  line.mend()
  await small.close()
  gateway.services.requestLog = itsOwn
})
afterAll(async () => {
  await gateway.close()
  await line.close()
})

const throughLine = (url: string, { url: cut }: CutLine) =>
  Object.assign(new URL(url), { host: new URL(cut).host }).toString()

function openSmall(): RequestLog {
  const { metrics, log } = gateway.services
  const counted: Metrics = { ...metrics, count: (_, __, by = 1) => void (dropped += by) }
  return createRequestLog(throughLine(gateway.db.api, line), { metrics: counted, log, waitingMax: 5 })
}

const lines = async () =>
  (await gateway.db.admin.query<{ id: string }>('select id from request_log where user_id = $1', [user.user_id])).rows

const ask = () => gateway.ask({ url: CLIENTS, as: user })

function lineOfSomebody(changes: Partial<RequestLine> = {}): RequestLine {
  const id = uuidv7()
  return {
    user_id: user.user_id,
    id,
    product_id: null,
    method: 'GET',
    operation: 'listClients',
    path: CLIENTS,
    status: 200,
    code: null,
    duration_ms: 1,
    credential: 'platform_token',
    credential_id: null,
    first_request_id: null,
    errors: null,
    created_at: uuidv7Time(id)!,
    ...changes,
  }
}

describe('a request', () => {
  it('is answered as ever when there are more than fit: what does not is dropped, and counted', async () => {
    const holder = await gateway.db.admin.connect()
    await holder.query('begin; lock table request_log in access exclusive mode')
    const answers = await Promise.all(Array.from({ length: 30 }, ask))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
    await new Promise(setImmediate)
    expect(dropped).toBe(25)
    await holder.query('rollback')
    holder.release()
    await written(gateway)
    await written(gateway)
    const kept = (await lines()).map(({ id }) => id)
    expect(kept).toHaveLength(5)
    expect(answers.map(({ headers }) => headers['x-request-id'])).toEqual(expect.arrayContaining(kept))
    expect(gateway.logged.filter((logged) => logged.includes('"request_log_dropped"'))).toHaveLength(1)
  })

  it('is answered as ever while the log cannot reach the database, and is in it once it can', async () => {
    await written(gateway)
    void line.cutAfter(1)
    for (let n = 0; n < 3; n += 1) expect((await ask()).status).toBe(200)
    await written(gateway)
    for (let n = 0; n < 4; n += 1) expect((await ask()).status).toBe(200)
    await written(gateway)
    expect([dropped, await lines()]).toEqual([2, []])
    line.mend()
    await written(gateway)
    await written(gateway)
    expect(await lines()).toHaveLength(5)
  })

  it('that failed because the database was away is in it afterwards, and was answered no differently', async () => {
    const away = async (days: string) => {
      const between = await createCutConnection(Number(new URL(gateway.db.api).port))
      const settings = { REQUEST_LOG_DAYS: days }
      const one = await createTestGateway(settings, {}, { between: async (url) => throughLine(url, between) })
      const caller = await one.user()
      expect((await one.ask({ url: CLIENTS, as: caller })).status).toBe(200)
      await written(one)
      void between.cutAfter(1)
      await one.ask({ url: CLIENTS, as: caller })
      const { status, headers, body } = await one.ask({ url: CLIENTS, as: caller })
      await written(one)
      between.mend()
      await written(one)
      await written(one)
      const { rows } = await one.db.admin.query('select code from request_log where user_id = $1 and status = 503', [
        caller.user_id,
      ])
      await one.close()
      await between.close()
      return { answer: { status, code: body['code'], retry: headers['retry-after'] }, rows }
    }
    const kept = await away('7')
    const unkept = await away('0')
    expect(kept.answer).toEqual({ status: 503, code: 'UNAVAILABLE', retry: '2' })
    expect(unkept.answer).toEqual(kept.answer)
    expect([kept.rows, unkept.rows]).toEqual([[{ code: 'UNAVAILABLE' }, { code: 'UNAVAILABLE' }], []])
  })
})

describe('a line', () => {
  it('that the database refuses is dropped with its batch, and the next are written', async () => {
    small.take(lineOfSomebody({ id: 'no id' }))
    await small.flush()
    small.take(lineOfSomebody({ created_at: new Date(0) }))
    await small.flush()
    expect(dropped).toBe(2)
    small.take(lineOfSomebody())
    await small.flush()
    expect(await lines()).toHaveLength(1)
  })

  it('that is written twice is there once', async () => {
    const twice = lineOfSomebody()
    for (let n = 0; n < 2; n += 1) {
      small.take(twice)
      await small.flush()
    }
    expect([dropped, await lines()]).toEqual([0, [{ id: twice.id }]])
  })

  it('of a batch whose answer was lost is there once, and so is one that came later', async () => {
    small.take(lineOfSomebody())
    await small.flush()
    small.take(lineOfSomebody())
    void line.cutAnswerAfter(1)
    await small.flush()
    expect(await lines()).toHaveLength(2)
    small.take(lineOfSomebody())
    await small.flush()
    expect([dropped, (await lines()).length]).toEqual([0, 3])
  })

  it('that comes during a write waits for the next one, and a flush then waits for it too', async () => {
    small.take(lineOfSomebody())
    const first = small.flush()
    await new Promise(setImmediate)
    small.take(lineOfSomebody())
    await first
    expect(await lines()).toHaveLength(1)
    small.take(lineOfSomebody())
    await Promise.all([small.flush(), small.flush()])
    expect(await lines()).toHaveLength(3)
  })

  it('is written within about a second, without being asked for', async () => {
    small.take(lineOfSomebody())
    await expect.poll(() => lines()).toHaveLength(1)
  })

  it('that still waits when the log is closed is written then, or counted as dropped', async () => {
    small.take(lineOfSomebody())
    await small.close()
    expect([dropped, (await lines()).length]).toEqual([0, 1])
    small = openSmall()
    void line.cutAfter(1)
    small.take(lineOfSomebody())
    await small.close()
    expect([dropped, (await lines()).length]).toEqual([1, 1])
    small = openSmall()
  })
})

it('the metrics count dropped entries', async () => {
  gateway.services.metrics.count(requestLogDropped, {}, 3)
  expect(gateway.services.metrics.text()).toMatch(/^eclusa_request_log_dropped_total 3$/m)
})

describe('who', () => {
  const call = (role: string, text: string, values: unknown[] = []) =>
    gateway.db.admin.connect().then(async (client) => {
      try {
        await client.query(`begin; set local role ${role}`)
        return await client.query(text, values)
      } finally {
        await client.query('rollback')
        client.release()
      }
    })

  it('writes lines of many users reads none of them by it', async () => {
    const both = [lineOfSomebody(), lineOfSomebody({ user_id: randomUUID() })]
    const { rows } = await call('eclusa_api', `select ${writeRequestLog} as told`, valuesOf(both))
    expect(rows).toEqual([{ told: null }])
    await expect(call('eclusa_api', 'select * from request_log')).rejects.toThrow(/eclusa\.user_id/)
  })

  it.each(['eclusa_worker', 'eclusa_backoffice', 'eclusa_bootstrap', 'eclusa_auditor'])(
    'is %s neither',
    async (role) => {
      await expect(call(role, 'select * from request_log')).rejects.toThrow('permission denied')
      await expect(call(role, `select ${writeRequestLog}`, valuesOf([]))).rejects.toThrow('permission denied')
    },
  )
})
