import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readVerifyKeys } from '@eclusa/gateway/src/backoffice/audit-log/anchor.ts'
import { anchorAuditLog } from '@eclusa/gateway/src/backoffice/audit-log/anchor-audit-log.job.ts'
import { createAnchorPlace } from '@eclusa/gateway/src/backoffice/audit-log/anchor-place.ts'
import { digestEvents } from '@eclusa/gateway/src/backoffice/audit-log/digest-events.job.ts'
import type { AuditLogEntry } from '@eclusa/gateway/src/backoffice/audit-log/entry.ts'
import { type CoveredTable, coveredTables } from '@eclusa/gateway/src/backoffice/audit-log/range-digest.ts'
import type { VerificationResult } from '@eclusa/gateway/src/backoffice/audit-log/verdict.ts'
import { verifyAnchors } from '@eclusa/gateway/src/backoffice/audit-log/verify-anchors.ts'
import { verifyJournal } from '@eclusa/gateway/src/backoffice/audit-log/verify-audit-log.ts'
import { verifyCovers } from '@eclusa/gateway/src/backoffice/audit-log/verify-range-digests.ts'
import { writeJournal } from '@eclusa/gateway/src/backoffice/audit-log/write-audit-log.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { runTransaction } from '@eclusa/gateway/src/platform/db/transaction.ts'
import { createCipher } from '@eclusa/gateway/src/platform/encryption.ts'
import { runJob } from '@eclusa/gateway/src/platform/jobs/pg-boss.ts'
import { createKeyRing } from '@eclusa/gateway/src/platform/key-ring.ts'
import { asAdmin, createLoginPool, type DatabaseUrls, databaseUrls } from '@eclusa/simulators/database.ts'
import type pg from 'pg'
import { inject } from 'vitest'
import { cloneDatabase } from './database.ts'
import { createTestWorkerServices } from './worker.ts'

export function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    signing: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    verify: publicKey.export({ type: 'spki', format: 'pem' }),
  }
}

const seal = createCipher(createKeyRing('the secret of the desk under test, long enough'), 'journal')

export const actOf = (n: number): AuditLogEntry => ({
  actor_id: 'sub-ana',
  actor_name: 'Ana',
  actor_kind: 'person',
  role: 'analyst',
  credential_id: 'session',
  network: '127.0.0.1',
  operation: 'decideSomething',
  reason: `reason ${n}`,
  user_id: null,
  subject_type: 'client',
  subject_id: `subject-${n}`,
  proposal_id: null,
  request_id: randomUUID(),
  changes: { status: ['PENDING', 'ACTIVE'], n },
  sealed: { name: ['antes', 'depois'] },
  records: [],
})

/** One entry, as the desk writes it. */
export const writeAct = (pool: pg.Pool, n: number) =>
  runTransaction(pool, { work: async (tx) => writeJournal(tx, seal, actOf(n)) })

export interface TestJournal {
  db: Awaited<ReturnType<typeof cloneDatabase>>
  /** The login that owns the schema, and could do all of this. */
  owner: pg.Pool
  desk: pg.Pool
  folder: string
  keys: ReturnType<typeof newKeys>
  settings: Record<string, string>
  write(count: number): Promise<void>
  anchor(): Promise<void>
  cover(now?: () => Date): Promise<void>
  /** Like `eclusa journal verify`: the kind of the first break of each check, if there is one. */
  verify(given?: {
    database?: string
    since?: Date
    retentionMonths?: number
    now?: Date
  }): Promise<Record<string, VerificationResult>>
  /** A copy of this database as it is now, with its logins. */
  copy(): Promise<{ urls: DatabaseUrls; drop(): Promise<void> }>
  close(): Promise<void>
}

/** A journal with its anchors in a folder, without a gateway. */
export async function createTestAuditLog(given: Record<string, string> = {}): Promise<TestJournal> {
  const db = await cloneDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-anchors-'))
  const keys = newKeys()
  const settings = {
    JOURNAL_ANCHORS: 'disk',
    JOURNAL_ANCHOR_PATH: folder,
    JOURNAL_SIGNING_KEY: keys.signing,
    ...given,
  }
  const worker = createTestWorkerServices(db, settings)
  const desk = openPool({ connectionString: db.desk, size: 10, name: 'test-desk' })
  const owner = createLoginPool(db.owner, 2)
  return {
    db,
    owner,
    desk,
    folder,
    keys,
    settings,
    async write(count) {
      for (let n = 0; n < count; n += 1) await writeAct(desk, n)
    },
    anchor: () => runJob(anchorAuditLog, worker, {}, randomUUID()),
    cover: (now = () => new Date()) => runJob(digestEvents, { ...worker, clock: { now } }, {}, randomUUID()),
    async verify({ database = db.auditor, since, retentionMonths = 13, now = new Date() } = {}) {
      const place = createAnchorPlace(worker.settings)!
      const reader = openPool({ connectionString: database, size: 2, name: 'test-verify' })
      try {
        const say = () => {}
        const { anchors, verdict } = await verifyAnchors(place, readVerifyKeys(keys.verify), say)
        const { chain, anchored } = await verifyJournal(reader, anchors, say)
        const covers = {} as Record<CoveredTable, VerificationResult>
        for (const table of coveredTables)
          covers[table] = await verifyCovers(reader, table, { since, retentionMonths, now, say })
        return { anchors: verdict, journal: chain, anchored, ...covers }
      } finally {
        await Promise.all([reader.end(), place.close()])
      }
    },
    async copy() {
      const adminUrl = inject('adminUrl')
      const name = `eclusa_copy_${randomBytes(6).toString('hex')}`
      const of = new URL(db.owner).pathname.slice(1)
      await asAdmin(adminUrl, async (admin) => {
        // A database with connections cannot be copied; the pools connect again by themselves.
        await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [of])
        await admin.query(`create database ${name} template ${of}`)
      })
      return {
        urls: databaseUrls(adminUrl, name),
        drop: () => asAdmin(adminUrl, async (admin) => void (await admin.query(`drop database ${name} with (force)`))),
      }
    },
    async close() {
      await Promise.all([worker.close(), desk.end(), owner.end()])
      await db.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What a skilled owner does: changes entries, and recomputes every hash and the head. */
export async function rewriteChain(owner: pg.Pool, change: string): Promise<void> {
  await owner.query(`
    do $$
    declare
      entry audit_log;
      last bytea := '';
    begin
      alter table audit_log disable trigger user;
      ${change};
      for entry in select * from audit_log order by sequence loop
        entry.previous_hash := last;
        last := audit_log_hash(entry);
        update audit_log set previous_hash = entry.previous_hash, hash = last where sequence = entry.sequence;
      end loop;
      update audit_log_head set hash = last, sequence = (select max(sequence) from audit_log);
      alter table audit_log enable trigger user;
    end $$`)
}

/** Rows as the gateway would write them, spread evenly from then on. */
export async function seedTold(
  admin: pg.Pool,
  from: Date,
  count: number,
  seconds: number,
  activities = Math.min(count, 50),
): Promise<void> {
  const client = await admin.connect()
  const at = `$1::timestamptz + n * $3 * interval '1 second' / $2 from generate_series(0, $2::int - 1) n`
  // A trigger makes the chain of a client's activity.
  await client.query('begin; set local session_replication_role = origin')
  await client.query(
    `insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
     select gen_random_uuid(), gen_random_uuid(), 'told.by.nobody', gen_random_uuid(), 1,
       jsonb_build_object('n', n, 'nome', 'São'), 'request', ${at}`,
    [from, count, seconds],
  )
  await client.query(
    `insert into client_activity (user_id, client_id, id, event_id, source, event_type, status, request_id, event_created_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'gateway', 'CLIENT_CREATED',
       'PENDING', 'request', ${at}`,
    [from, activities, seconds],
  )
  await client.query(
    `insert into onboarding_activity (user_id, onboarding_id, id, what, status, actor, request_id, created_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'submitted', 'in_review', 'integrator', 'request', ${at}`,
    [from, activities, seconds],
  )
  await client.query('commit')
  client.release()
}
