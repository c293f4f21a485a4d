import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { plainCnpj, plainCpf } from '../../sandbox/onboarding-checks/magic.ts'
import { type SandboxChecks, startOnboardingChecks } from '../../sandbox/onboarding-checks/server.ts'
import { lockOnboarding } from '../../src/areas/onboarding/onboarding-store.ts'
import { hasEnded } from '../../src/areas/onboarding/status.ts'
import { advanceOnboarding } from '../../src/areas/onboarding/steps/advance-onboarding.job.ts'
import { submitOnboarding } from '../../src/areas/onboarding/steps/submit-onboarding.ts'
import type { Statement } from '../../src/base/db/transaction.ts'
import { runJob } from '../../src/base/jobs/boss.ts'
import type { Job } from '../../src/base/jobs/job.ts'
import { runForUser } from '../../src/gate/transaction.ts'
import { openOnboardingChecks } from '../../src/partners/onboarding-checks/client.ts'
import type { WorkerServices } from '../../src/services.ts'
import { samples, sha256 } from './files.ts'
import { openTestGateway, type TestGateway, type TestUser } from './gateway.ts'
import { openTestWorkerServices } from './worker.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface Case {
  user: TestUser
  account_id: string
  id: string
  representatives: string[]
}

/** The gateway, the worker's jobs and whoever judges steps, under a clock that the test moves. */
export interface TestOnboarding {
  gateway: TestGateway
  worker: WorkerServices
  checks: SandboxChecks
  clock: { now(): Date; advance(ms: number): void }
  /** A person who is ready to be submitted. */
  person(document?: string): Promise<Case>
  /** A company whose representatives have these documents. */
  company(documents: string[], document?: string): Promise<Case>
  submit(one: Case): Promise<void>
  run(job: Job<WorkerServices>): Promise<void>
  advance(one: Case): Promise<void>
  /** Runs the jobs that commits have left behind until there are none, letting the time pass that they wait for. */
  drain(): Promise<void>
  /** The person, or a representative, shows a face as our page or the integrator would send it. False when too late. */
  showFace(one: Case, representative?: string): Promise<boolean>
  /** The same, by a worker that is dead from its nth step towards the database or a partner on. */
  dying(step: number, after: boolean): { advance: (one: Case) => Promise<void>; died: () => boolean }
  /** Nobody was asked anything yet, and everybody answers. */
  reset(): Promise<void>
  state(one: Case): Promise<{ onboarding: Record<string, unknown>; steps: Record<string, unknown>[] }>
  told(one: Case): Promise<string[]>
  activity(one: Case): Promise<Record<'what' | 'actor' | 'reason' | 'status', string>[]>
  close(): Promise<void>
}

const address = {
  zip_code: '50030230',
  street: 'Rua',
  number: 1,
  city: 'Recife',
  federative_unit: 'PE',
  country: 'BRA',
}
let count = 0

export async function openTestOnboarding({ timeoutMs = 2_000 } = {}): Promise<TestOnboarding> {
  const checks = await startOnboardingChecks()
  // Ahead of the real time, so that a job which is to start at once never seems to wait for later.
  let now = new Date(Date.now() + HOUR_MS)
  const clock = { now: () => now, advance: (ms: number) => void (now = new Date(now.getTime() + ms)) }
  const gateway = await openTestGateway({}, {})
  const { admin } = gateway.db
  const connect = () => openOnboardingChecks({ url: checks.url, token: checks.token, timeoutMs })
  const worker: WorkerServices = {
    ...openTestWorkerServices(gateway.db, { ONBOARDING_CHECKS_TRIES: '4' }),
    clock,
    objects: gateway.services.objects,
    onboardingChecks: connect(),
  }
  const runOn = (services: WorkerServices, job: Job<WorkerServices>, data: object = {}) =>
    runJob(job, services, data, randomUUID())
  const keyOf = ({ user, id }: Case) => ({ user_id: user.user_id, onboarding_id: id })

  async function keepFile(user_id: string, type: string, name: string, content_type: string, bytes: Buffer) {
    const id = randomUUID()
    const key = `files/${user_id}/${id}.${randomUUID()}`
    await gateway.services.objects.put(
      key,
      (async function* () {
        yield bytes
      })(),
      content_type,
    )
    await admin.query(
      `insert into files (user_id, id, type, state, file_name, content_type, size, sha256, object_key, version,
         created_at, updated_at) values ($1, $2, $3, 'READY', $4, $5, $6, $7, $8, 1, $9, $9)`,
      [user_id, id, type, name, content_type, bytes.length, sha256(bytes), key, now],
    )
    return id
  }

  async function paper(one: Case, type: string, representative: string | null = null) {
    const { user_id } = one.user
    const file_id = await keepFile(user_id, 'OTHERS', `${type}.jpg`, 'image/jpeg', samples.jpeg)
    await admin.query(
      `insert into onboarding_documents (user_id, onboarding_id, id, legal_representative_id, type, file_id, file_name,
         content_type, size, version, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 'canary-file-name.jpg', 'image/jpeg', 1, 1, $7, $7)`,
      [user_id, one.id, randomUUID(), representative, type, file_id, now],
    )
  }

  async function open(person_type: 'NATURAL_PERSON' | 'LEGAL_PERSON', document: string): Promise<Case> {
    count += 1
    const user = await gateway.user()
    const one: Case = { user, account_id: randomUUID(), id: randomUUID(), representatives: [] }
    await admin.query(
      `insert into user_accounts (user_id, id, product_id, person_type, state, name, full_name, document, email, active,
         mother_name, birth_date, version, created_at, updated_at)
       values ($1, $2, $3, $4, 'pending', 'Canary', 'Canary Full Name', $5, $6, true, $7, $8, 1, $9, $9)`,
      [
        user.user_id,
        one.account_id,
        user.product_id,
        person_type,
        document,
        `canary${count}@pessoa.example`,
        person_type === 'NATURAL_PERSON' ? 'Canary Mother' : null,
        person_type === 'NATURAL_PERSON' ? '1990-02-03' : null,
        now,
      ],
    )
    await admin.query(
      `insert into onboardings (user_id, id, product_id, account_id, person_type, status, document, full_name, address,
         expires_at, version, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'pending', $6, 'Canary Full Name', $7, $8, 1, $9, $9)`,
      [
        user.user_id,
        one.id,
        user.product_id,
        one.account_id,
        person_type,
        document,
        address,
        new Date(now.getTime() + 30 * DAY_MS),
        now,
      ],
    )
    return one
  }

  async function represent(one: Case, document: string): Promise<void> {
    const { user_id } = one.user
    const [shareholder_id, id] = [randomUUID(), randomUUID()]
    await admin.query(
      `insert into shareholders (user_id, id, onboarding_id, document, person_type, name, type, version, created_at,
         updated_at) values ($1, $2, $3, $4, 'NATURAL_PERSON', 'Canary Partner', 'PARTNER', 1, $5, $5)`,
      [user_id, shareholder_id, one.id, document, now],
    )
    await admin.query(
      `insert into legal_representatives (user_id, id, onboarding_id, shareholder_id, document, document_country, name,
         mother_name, birth_date, representor_type, pep, is_public_server, phone_number, email, relationship_start_date,
         registration_update_date, address, version, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'BRA', 'Canary Partner', 'Canary Mother', '1980-01-01', 'PARTNER', false, false,
         '+5581999999999', 'canary@socio.example', '2020-01-01', '2020-01-01', $6, 1, $7, $7)`,
      [user_id, id, one.id, shareholder_id, document, address, now],
    )
    await paper(one, 'selfie', id)
    await paper(one, 'identity_document_front', id)
    await paper(one, 'qualification_declaration', id)
    one.representatives.push(id)
  }

  const test: TestOnboarding = {
    gateway,
    worker,
    checks,
    clock,
    async person(document = plainCpf((count += 1))) {
      const one = await open('NATURAL_PERSON', document)
      for (const type of ['selfie', 'document_front', 'document_back', 'address_proof']) await paper(one, type)
      return one
    },
    async company(documents, document = plainCnpj((count += 1))) {
      const one = await open('LEGAL_PERSON', document)
      for (const type of ['social_contract', 'balance_sheet']) await paper(one, type)
      for (const each of documents) await represent(one, each)
      return one
    },
    async submit({ user, id, representatives }) {
      await runForUser(worker, user.user_id, 'test', async (tx) => {
        const stored = await lockOnboarding(tx, id)
        await submitOnboarding(tx, stored!, representatives)
      })
    },
    run: (job) => runOn(worker, job),
    advance: (one) => runOn(worker, advanceOnboarding, keyOf(one)),
    async drain() {
      for (let rounds = 0; rounds < 60; rounds += 1) {
        const { rows } = await admin.query<{ data: object; start_after: Date | string }>(
          `delete from pgboss.job where name = $1 and state = 'created' returning data, start_after`,
          [advanceOnboarding.name],
        )
        if (rows.length === 0) return
        const last = Math.max(...rows.map(({ start_after }) => new Date(start_after).getTime()))
        if (rows.some(({ start_after }) => new Date(start_after) > now))
          clock.advance(Math.max(0, last - now.getTime()))
        for (const { data } of rows) await runOn(worker, advanceOnboarding, data)
      }
      throw new Error('the jobs do not come to an end')
    },
    async showFace(one, representative) {
      const { user_id } = one.user
      const file_id = await keepFile(user_id, 'ONBOARDING_LIVENESS_VIDEOS', 'liveness.mp4', 'video/mp4', samples.mp4)
      return runForUser(worker, user_id, 'test', async (tx) => {
        const stored = await lockOnboarding(tx, one.id)
        if (!stored || hasEnded(stored.status)) return false
        const [face] = await tx.query<{ id: string }>({
          text: `update livenesses set status = 'IN_ANALYSIS', submitted_at = $3, attempts = attempts + 1
            where onboarding_id = $1 and legal_representative_id is not distinct from $2 and status = 'WAITING_SUBMISSION'
            returning id`,
          values: [one.id, representative ?? null, now],
        })
        if (!face) return false
        tx.write({
          text: `insert into liveness_videos (user_id, onboarding_id, id, liveness_id, legal_representative_id, file_id,
              sha256, state, captured_at, duration_ms, codec, width, height, version, created_at, updated_at)
            values ($1, $2, $3, $4, $5, $6, $7, 'UPLOADED', $8, 4000, 'avc', 640, 480, 1, $8, $8)`,
          values: [user_id, one.id, randomUUID(), face.id, representative ?? null, file_id, randomUUID(), now],
        })
        await tx.enqueue(advanceOnboarding, keyOf(one))
        return true
      })
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
    async reset() {
      checks.asked.length = 0
      checks.outage = false
      // With a circuit of its own: what one test makes fail does not close the way for the next.
      await worker.onboardingChecks.close()
      worker.onboardingChecks = connect()
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
      return rows.map(({ type }) => type.replace('users.onboarding.', ''))
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
      await gateway.close()
      await checks.close()
    },
  }
  return test
}
