import { randomUUID } from 'node:crypto'
import { countBuckets } from '@eclusa/gateway/src/partners/dict/buckets.ts'
import type { Job } from '@eclusa/gateway/src/platform/jobs/job.ts'
import { runJob } from '@eclusa/gateway/src/platform/jobs/pg-boss.ts'
import type { WorkerServices } from '@eclusa/gateway/src/services.ts'
import type { DictReport, DictTransaction } from '@eclusa/simulators/dict/state.ts'
import { sampleDeposit, samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import { createTestDict, FIRST, OURS, type PaymentOptions, pay, type TestDict } from './dict.ts'
import { createTestGateway, type TestGateway, type TestUser } from './gateway.ts'
import { createTestWorkerServices } from './worker.ts'

/** The gateway, the worker's jobs and a DICT with other banks, all with DICT's own clock. */
export interface TestPix {
  gateway: TestGateway
  test: TestDict
  /** The worker's dependencies. */
  worker: WorkerServices
  /** Runs a job once, as the queue would. */
  run<Data extends object>(job: Job<WorkerServices, Data>, data?: Data): Promise<void>
  /** Runs a job that dies at its nth step towards the database or DICT: before it, or after DICT did it. */
  killing(
    step: number,
    after: boolean,
  ): <Data extends object>(job: Job<WorkerServices, Data>, data: Data) => Promise<void>
  /** Releases the lease of a dead worker, which otherwise lasts fifteen seconds. */
  leasesRunOut(): Promise<void>
  /** A payment to our user from another bank, known to DICT and to our ledger. */
  received(user: TestUser, options?: PaymentOptions): Promise<DictTransaction>
  /** A payment by our user. */
  sent(user: TestUser, options?: PaymentOptions): Promise<DictTransaction & { transaction_id: string }>
  /** The other bank reports a payment to us. Returns the id of the report. */
  report(payment: DictTransaction, details?: string, changes?: Partial<DictReport>): string
  /** The events of an object, in order. */
  told(object_id: string): Promise<string[]>
  close(): Promise<void>
}

/** The bank, and optionally a shared DICT that the caller closes. */
interface TestSeat {
  dict?: TestDict
  ispb?: string
  /** Banks that reach DICT through it. */
  indirect?: string[]
}

export async function createTestPix(
  settings: NodeJS.ProcessEnv = {},
  { dict, ispb = OURS, indirect = [] }: TestSeat = {},
): Promise<TestPix> {
  const test = dict ?? (await createTestDict())
  const { world } = test.simulated
  const { clock } = world
  for (const each of indirect) world.indirect.set(each, ispb)
  const connect = () => test.as(ispb, { clock, indirect, buckets: countBuckets({ clock }) })
  const gateway = await createTestGateway({}, { clock, dict: connect() })
  const decisions = { INFRACTION_DEFAULT_VERDICT: 'AGREED', INFRACTION_DEFAULT_HOURS: '48', ...settings }
  const worker = { ...createTestWorkerServices(gateway.db, decisions), dict: connect(), clock }

  async function ingest(user: TestUser, payment: DictTransaction, make: typeof samplePayment) {
    const at = new Date(payment.settlement_time)
    const record = make(user, at, {
      end_to_end_id: payment.id,
      amount: payment.amount,
      ...(make === sampleDeposit && { available_amount: payment.amount }),
    })
    const [result] = await gateway.ingest([record], 'test', clock.now())
    if (result?.outcome !== 'CREATED') throw new Error(`the ledger's record was refused: ${JSON.stringify(result)}`)
    return { ...payment, transaction_id: record.id }
  }

  const leasesRunOut = async () => {
    await gateway.db.admin.query('update fund_recovery_requests set leased_until = now() where lease is not null')
  }

  return {
    gateway,
    test,
    worker,
    leasesRunOut,
    run: (job, data) => runJob(job, worker, data, randomUUID()),
    killing(step, after) {
      return async (job, data) => {
        await runJob(job, dying(worker, step, after), data, randomUUID()).catch((error: unknown) => {
          if (!String((error as Error).cause ?? error).includes('killed')) throw error
        })
        await leasesRunOut()
      }
    },
    received: (user, options) =>
      ingest(user, pay(test.simulated, { from: FIRST, to: OURS, ...options }), sampleDeposit),
    sent: (user, options) => ingest(user, pay(test.simulated, options), samplePayment),
    report(payment, details = 'o pagador não reconhece', changes = {}) {
      const at = clock.now().toISOString()
      const id = randomUUID()
      world.reports.save({
        id,
        transaction_id: payment.id,
        reason: 'REFUND_REQUEST',
        situation_type: 'SCAM',
        report_details: details,
        infraction_amount: payment.amount,
        status: 'OPEN',
        reporter_participant: payment.debtor.participant,
        counterparty_participant: OURS,
        creation_time: at,
        last_modified: at,
        ...changes,
      })
      return id
    },
    async told(object_id) {
      const { rows } = await gateway.db.admin.query<{ type: string }>(
        'select type from events where object_id = $1 order by sequence',
        [object_id],
      )
      return rows.map(({ type }) => type.split('.').at(-1)!)
    },
    async close() {
      await worker.close()
      await gateway.close()
      if (!dict) await test.close()
    },
  }
}

/** The same worker, dead from its nth step on: unwritten changes are lost, what DICT did is done. */
function dying(worker: WorkerServices, step: number, after: boolean): WorkerServices {
  const { pool, operator, dict } = worker
  const { transport } = dict!
  let steps = 0
  const dead = () => steps++ >= step
  const connect = async () => (dead() ? Promise.reject(new Error('killed')) : pool.connect())
  const query = async (text: string, values: unknown[]) =>
    dead() ? Promise.reject(new Error('killed')) : operator.query(text, values)
  return {
    ...worker,
    pool: Object.assign(Object.create(pool) as typeof pool, { connect }),
    operator: Object.assign(Object.create(operator) as typeof operator, { query }),
    dict: {
      ...dict!,
      transport: {
        ...transport,
        async exchange(asked) {
          const last = steps === step
          if (!dead()) return transport.exchange(asked)
          if (last && after) await transport.exchange(asked)
          throw new Error('killed')
        },
      },
    },
  }
}
