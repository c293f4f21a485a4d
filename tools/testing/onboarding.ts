import { randomUUID } from 'node:crypto'
import { advanceOnboarding } from '@eclusa/gateway/src/areas/onboarding/steps/advance-onboarding.job.ts'
import { openOnboardingChecks } from '@eclusa/gateway/src/partners/onboarding-checks/client.ts'
import type { Statement } from '@eclusa/gateway/src/platform/db/transaction.ts'
import type { Job } from '@eclusa/gateway/src/platform/jobs/job.ts'
import { runJob } from '@eclusa/gateway/src/platform/jobs/pg-boss.ts'
import type { WorkerServices } from '@eclusa/gateway/src/services.ts'
import { plainCnpj, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { type SandboxChecks, startOnboardingChecks } from '@eclusa/simulators/onboarding-checks/server.ts'
import { expect } from 'vitest'
import { createTestGateway, type TestGateway, type TestUser } from './gateway.ts'
import { agree, anotherFilm, completeParts, putPart } from './liveness.ts'
import { again, field, file, LEGAL, NATURAL, type Persons, personsOf, picture } from './persons.ts'
import { createTestWorkerServices } from './worker.ts'

const HOUR_MS = 3_600_000

export interface TestingCase {
  user: TestUser
  account_id: string
  id: string
  representatives: string[]
}

/** The gateway, the worker's jobs and the onboarding checks, with a clock that the test moves. */
export interface TestOnboarding {
  gateway: TestGateway
  worker: WorkerServices
  checks: SandboxChecks
  clock: { now(): Date; advance(ms: number): void }
  /** A person ready for submission. */
  person(document?: string): Promise<TestingCase>
  /** A company whose representatives have these documents. */
  company(documents: string[], document?: string): Promise<TestingCase>
  submit(one: TestingCase): Promise<void>
  run(job: Job<WorkerServices>): Promise<void>
  advance(one: TestingCase): Promise<void>
  /** Runs enqueued jobs until there are none, advancing the clock over their delays. */
  drain(): Promise<void>
  /** The person, or a representative, sends a video as our page or the integrator would. False when too late. */
  showFace(one: TestingCase, representative?: string): Promise<boolean>
  /** The same with a worker that dies at its nth step towards the database or a partner. */
  dying(step: number, after: boolean): { advance: (one: TestingCase) => Promise<void>; died: () => boolean }
  /** Without requests so far, and responses or a timeout for each. */
  reset(timeoutMs?: number): Promise<void>
  state(one: TestingCase): Promise<{ onboarding: Record<string, unknown>; steps: Record<string, unknown>[] }>
  told(one: TestingCase): Promise<string[]>
  activity(one: TestingCase): Promise<Record<'what' | 'actor' | 'reason' | 'status', string>[]>
  close(): Promise<void>
}

/** The person of the face, where there is more than one, and the link while it is open. */
interface OnboardingFace {
  id?: string
  url?: string
}

/** Events of the setup, which other tests check. */
const beforehand = new Set(['created', 'documents_attached'])

let count = 0
const canary = () => ({ name: 'Canary', full_name: 'Canary Full Name', email: `canary${(count += 1)}@pessoa.example` })

/** Through the page, another video each time. False when the page is closed, or closes meanwhile. */
async function showFilm(gateway: TestGateway, path: string): Promise<boolean> {
  const [bytes, upload_id] = [anotherFilm(), randomUUID()]
  if ((await agree(gateway, { path })).statusCode !== 201) return false
  if ((await putPart(gateway, { path }, { upload_id, bytes })).statusCode !== 200) return false
  return (await completeParts(gateway, { path }, upload_id, bytes, { type: 'video/mp4' })).statusCode === 201
}

async function papers(persons: Persons, id: string, names: string[]): Promise<void> {
  const files = names.map((name) => file(name, picture(), 'canary-file-name.jpg'))
  const answer = await persons.send(`${NATURAL}/${id}/documents`, [field('document_file_type', 'rg'), ...files])
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** Over a gateway of its own, or a given one that the caller closes. */
export async function createTestOnboarding(given?: TestGateway): Promise<TestOnboarding> {
  const checks = await startOnboardingChecks()
  // Ahead of the real time, so that an immediate job never seems to be delayed.
  let now = new Date(Date.now() + HOUR_MS)
  const clock = { now: () => now, advance: (ms: number) => void (now = new Date(now.getTime() + ms)) }
  const gateway = given ?? (await createTestGateway({}, {}))
  const { admin } = gateway.db
  const connect = (timeoutMs = 2_000) => openOnboardingChecks({ url: checks.url, token: checks.token, timeoutMs })
  const worker: WorkerServices = {
    ...createTestWorkerServices(gateway.db, { ONBOARDING_CHECKS_TRIES: '4' }),
    clock,
    objects: gateway.services.objects,
    onboardingChecks: connect(),
  }
  const runOn = (services: WorkerServices, job: Job<WorkerServices>, data: object = {}) =>
    runJob(job, services, data, randomUUID())
  const keyOf = ({ user, id }: TestingCase) => ({ user_id: user.user_id, onboarding_id: id })

  const test: TestOnboarding = {
    gateway,
    worker,
    checks,
    clock,
    async person(document = plainCpf((count += 1))) {
      const user = await gateway.user()
      const persons = personsOf(gateway, user)
      const chosen = { 'x-transaction-uuid': randomUUID() }
      const account_id = await persons.account({ ...canary(), mother_name: 'Canary Mother', document }, chosen)
      const id = await persons.natural(account_id)
      await papers(persons, id, ['selfie', 'document_front', 'address_proof'])
      return { user, account_id, id, representatives: [] }
    },
    async company(documents, document = plainCnpj((count += 1))) {
      const user = await gateway.user()
      const persons = personsOf(gateway, user)
      const account_id = await persons.company({ ...canary(), document })
      const id = await persons.legal(account_id)
      await persons.companyDocuments(id)
      const representatives: string[] = []
      for (const each of documents) {
        const shareholder = await persons.shareholder(id, { name: 'Canary Partner', document: each })
        const representative = await persons.representative(shareholder)
        await persons.representativeDocuments(representative)
        representatives.push(representative)
      }
      return { user, account_id, id, representatives }
    },
    async submit({ user, id, representatives }) {
      const persons = personsOf(gateway, user)
      if (representatives.length === 0) return papers(persons, id, ['document_back'])
      const answer = await persons.post(`${LEGAL}/${id}/finalize`, undefined, again)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    },
    run: (job) => runOn(worker, job),
    advance: (one) => runOn(worker, advanceOnboarding, keyOf(one)),
    async drain() {
      for (let rounds = 0; rounds < 60; rounds += 1) {
        const { rows } = await admin.query<{ data: object; wait_ms: number }>(
          `delete from pgboss.job where name = $1 and state = 'created'
           returning data, extract(epoch from start_after - created_on)::float8 * 1000 as wait_ms`,
          [advanceOnboarding.name],
        )
        if (rows.length === 0) return
        clock.advance(Math.round(Math.max(...rows.map(({ wait_ms }) => wait_ms))))
        for (const { data } of rows) await runOn(worker, advanceOnboarding, data)
      }
      throw new Error('the jobs do not come to an end')
    },
    async showFace({ user, id }, representative) {
      const ask = (path: string) => gateway.ask({ url: `${NATURAL}/${id}/${path}`, as: user })
      const faces = representative ? (await ask('legal-representatives/liveness')).body : [(await ask('liveness')).body]
      const { url } = (faces as OnboardingFace[]).find((face) => face.id === representative) ?? {}
      return url !== undefined && showFilm(gateway, new URL(url).pathname)
    },
    dying(step, after) {
      const { pool, operator, onboardingChecks } = worker
      let steps = 0
      const dead = () => steps++ >= step
      const killed = () => Promise.reject(new Error('killed'))
      const connect = () => (dead() ? killed() : pool.connect())
      const query = (statement: Statement) => (dead() ? killed() : operator.query(statement))
      const services: WorkerServices = {
        ...worker,
        pool: Object.assign(Object.create(pool) as typeof pool, { connect }),
        operator: Object.assign(Object.create(operator) as typeof operator, { query }),
        onboardingChecks: {
          ...onboardingChecks,
          async check(question: Parameters<typeof onboardingChecks.check>[0]) {
            const last = steps === step
            if (!dead()) return onboardingChecks.check(question)
            if (last && after) await onboardingChecks.check(question)
            return killed()
          },
        },
      }
      return { advance: (one) => runOn(services, advanceOnboarding, keyOf(one)), died: () => steps > step }
    },
    async reset(timeoutMs) {
      checks.asked.length = 0
      checks.outage = false
      // With a circuit breaker of its own, so that failures of one test do not affect the next.
      await worker.onboardingChecks.close()
      worker.onboardingChecks = connect(timeoutMs)
      await admin.query('delete from pgboss.job')
    },
    async state({ id }) {
      const { rows } = await admin.query<Record<string, unknown>>('select * from onboardings where id = $1', [id])
      const { rows: steps } = await admin.query<Record<string, unknown>>(
        'select * from onboarding_steps where onboarding_id = $1 order by "order", id',
        [id],
      )
      return { onboarding: rows[0]!, steps }
    },
    async told({ id }) {
      const { rows } = await admin.query<{ type: string; sequence: number }>(
        'select type, sequence from events where object_id = $1 order by sequence, type',
        [id],
      )
      const sequences = rows.map(({ sequence }) => sequence)
      expect(new Set(sequences).size).toBe(sequences.length)
      return rows.map(({ type }) => type.replace('users.onboarding.', '')).filter((what) => !beforehand.has(what))
    },
    async activity({ id }) {
      const { rows } = await admin.query(
        'select what, actor, reason, status from onboarding_activity where onboarding_id = $1 order by created_at, id',
        [id],
      )
      return rows
    },
    async close() {
      await worker.close()
      if (!given) await gateway.close()
      await checks.close()
    },
  }
  return test
}
