import { createIngestion } from '@eclusa/gateway/src/areas/transactions/ingest-batch.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import { median, ratioOf, shown } from '@eclusa/testing/load/figures.ts'
import { postgresSeconds } from '@eclusa/testing/load/processor-time.ts'
import type pg from 'pg'
import type { Bench } from './benchmark.ts'
import { copyRows } from './copy-rows.ts'

const [ROUNDS, RECORDS, ROWS_A_MONTH] = [8, 1_000, 4_000]
const DAY_MS = 86_400_000
const LIMIT = 1.3

/** Months of transactions, and of the kept events about them. */
async function fillMonths(admin: pg.Pool, months: number): Promise<void> {
  const client = await admin.connect()
  try {
    const { rows } = await client.query<{ month: string }>(
      `select (date_trunc('month', now()) - n * interval '1 month')::date::text as month from generate_series(1, $1) n`,
      [months - 1],
    )
    const asked = rows.map(({ month }) => month)
    await client.query(`select make_month_partitions('transactions', $1::date[])`, [asked])
    await client.query(`select make_month_partitions('events', ($1::date[])[:13])`, [asked])
    const from = `unnest(array[${asked.map((month) => `'${month}'::date`)}]::date[]) month, generate_series(1, ${ROWS_A_MONTH}) n`
    const at = `month + n * interval '10 minutes'`
    const id = `md5('grown ' || month || n)::uuid`
    await copyRows(client, 'transactions', { like: 'true', from, made: { id, created_at: at, updated_at: at } })
    await copyRows(client, 'events', {
      like: `type = 'transactions.transaction.created'`,
      from: `${from} where month > now() - interval '14 months'`,
      made: { id: 'gen_random_uuid()', object_id: id, created_at: at },
    })
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    client.release()
  }
}

/** CPU time of PostgreSQL, in ms, for this many new records. */
export async function measureMonths({ say, must, open }: Bench, months: number): Promise<object> {
  const openArm = async (kept: number) => {
    const stage = await open()
    const operator = openPool({
      connectionString: stage.database.worker,
      size: 2,
      name: 'bench',
      statementTimeoutMs: 60_000,
    })
    const ingest = createIngestion(operator)
    const send = async (records: number) => {
      const now = new Date()
      const batch = Array.from({ length: records }, (_, n) =>
        samplePayment(stage.user, new Date(now.getTime() - (n % 25) * DAY_MS)),
      )
      const results = await ingest(batch, 'bench', now)
      if (!results.every(({ outcome }) => outcome === 'CREATED')) throw new Error('not all of them are new')
    }
    await send(100)
    await fillMonths(stage.admin, kept)
    await send(RECORDS)
    const round = async () => {
      const began = postgresSeconds()
      await send(RECORDS)
      return (postgresSeconds() - began) * 1_000
    }
    return { stage, operator, round }
  }
  const arms = { one: await openArm(1), many: await openArm(months) }
  const ms = { one: [] as number[], many: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    ms.one.push(await arms.one.round())
    ms.many.push(await arms.many.round())
  }
  for (const { operator, stage } of Object.values(arms)) {
    await operator.end()
    await stage.close()
  }
  const ratio = ratioOf(ms.many, ms.one)
  say(
    `ingest of ${RECORDS} new records: ${median(ms.one).toFixed(0)} ms of PostgreSQL with 1 month, ` +
      `${median(ms.many).toFixed(0)} ms with ${months}; ${shown(ratio)} (limit ${LIMIT})`,
  )
  must(ratio.median <= LIMIT, `with ${months} months an ingest costs at most ${LIMIT} of one with 1`)
  return { months, one_ms: ms.one, many_ms: ms.many, ratio }
}
