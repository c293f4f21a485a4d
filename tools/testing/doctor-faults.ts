import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withDatabase } from '@eclusa/simulators/database.ts'
import { makeAuthority } from '@eclusa/simulators/dict/certificates.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import pg from 'pg'
import type { World } from './doctor-world.ts'
import { openPooler } from './pooler.ts'

/** A fault that is really planted in a gateway. */
export interface DoctorFault {
  what: string
  /** The examination that finds it, and its severity. */
  found: string
  status: 'WARN' | 'FAIL'
  /** Part of the English advice, commands included. */
  mend: RegExp
  /** Changed settings of the processes; undefined removes one. */
  settings?: (world: World) => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>
  /** Returns how to repair it; `commands` when the doctor's advice is run as it is. */
  plant?: (world: World) => Promise<'commands' | (() => Promise<unknown>)>
  /** The clock of the machine is so far ahead. */
  aheadMs?: number
}

const byCommands = (sql: string) => async (world: World) => {
  await world.admin.query(sql)
  return 'commands' as const
}

const bySql = (sql: string, mend: string) => async (world: World) => {
  await run(world, sql)
  return () => run(world, mend)
}

/** One statement after the other, as psql sends them: some cannot run in one batch. */
export async function run({ admin }: World, statements: string): Promise<void> {
  for (const statement of statements.split(';')) if (statement.trim()) await admin.query(statement)
}

const SEGMENT_IS_FULL = `select pg_logical_emit_message(false, 'doctor', 'full'); select pg_switch_wal()`
const closedPort = async () => `http://127.0.0.1:${await freePort()}`
const endpoint = (world: World, url: string) =>
  `insert into webhook_endpoints (user_id, id, url, secret, created_at, updated_at)
   values ('${world.user_id}', '${randomUUID()}', '${url}', '\\x00', now(), now())`
const withEndpoint = (url: string) => async (world: World) => {
  await world.admin.query(endpoint(world, url))
  return () => world.admin.query('delete from webhook_endpoints')
}

/** A local address that an operator allowed for its user, with or without a listener. */
export const withNamedEndpoint = (port: number) => async (world: World) => {
  const remove = await withEndpoint(`https://127.0.0.1:${port}/hooks`)(world)
  await world.admin.query(
    `insert into webhook_networks (user_id, network, first_port, last_port)
     values ('${world.user_id}', '127.0.0.0/8', ${port}, ${port})`,
  )
  return async () => {
    await remove()
    await world.admin.query('delete from webhook_networks')
  }
}
/** Any connection of this kind is counted as a replica. */
const withStandby = async ({ adminUrl }: World) => {
  const standby = new pg.Client({ connectionString: adminUrl, replication: 'true' } as pg.ClientConfig)
  await standby.connect()
  return () => standby.end()
}

export const faults: DoctorFault[] = [
  {
    what: 'a setting that is missing',
    found: 'settings.api',
    status: 'FAIL',
    mend: /config check api/,
    settings: () => ({ OIDC_AUDIENCE: undefined }),
  },
  {
    what: 'a login whose commits wait for nothing',
    found: 'database.durability',
    status: 'FAIL',
    mend: /ALTER ROLE/,
    plant: bySql(
      'alter role eclusa_sandbox_api set synchronous_commit = off',
      'alter role eclusa_sandbox_api reset synchronous_commit',
    ),
  },
  {
    what: 'a server that syncs nothing',
    found: 'database.durability',
    status: 'FAIL',
    mend: /set fsync = on/,
    plant: async (world) => {
      await run(world, 'alter system set fsync = off; select pg_reload_conf()')
      return 'commands'
    },
  },
  {
    what: 'a server that clears nothing away',
    found: 'database.vacuum',
    status: 'FAIL',
    mend: /set autovacuum = on/,
    plant: async (world) => {
      await run(world, 'alter system set autovacuum = off; select pg_reload_conf()')
      return 'commands'
    },
  },
  {
    what: 'a log that does not reach its archive',
    found: 'database.archive',
    status: 'FAIL',
    mend: /archive_command fails/,
    plant: bySql(
      `alter system set archive_command = 'false'; select pg_reload_conf(); ${SEGMENT_IS_FULL}`,
      `alter system set archive_command = 'true'; select pg_reload_conf(); ${SEGMENT_IS_FULL}`,
    ),
  },
  {
    what: 'a log that stands still before its archive',
    found: 'database.archive',
    status: 'FAIL',
    mend: /or does not end/,
    plant: bySql(
      `alter system set archive_command = 'sleep 10'; alter system set archive_timeout = '1h'; select pg_reload_conf();
       ${SEGMENT_IS_FULL}; ${SEGMENT_IS_FULL}; ${SEGMENT_IS_FULL}; ${SEGMENT_IS_FULL}`,
      `alter system set archive_command = 'true'; alter system reset archive_timeout; select pg_reload_conf()`,
    ),
    aheadMs: 6 * 3_600_000,
  },
  {
    what: 'an archive to which nobody says the way',
    found: 'database.archive',
    status: 'FAIL',
    mend: /archive_command as in/,
    plant: bySql(
      `alter system set archive_command = ''; select pg_reload_conf()`,
      `alter system set archive_command = 'true'; select pg_reload_conf()`,
    ),
  },
  {
    what: 'a server without an archive',
    found: 'database.archive',
    status: 'WARN',
    mend: /set archive_mode/,
    plant: async ({ env, urls }) => {
      const other = await startPostgres({})
      env['DATABASE_URL'] = other.adminUrl
      return async () => {
        env['DATABASE_URL'] = urls.api
        await other.stop()
      }
    },
  },
  {
    what: 'a database that only reads',
    found: 'database.primary',
    status: 'FAIL',
    mend: /primary/,
    plant: bySql(
      'alter role eclusa_sandbox_api set default_transaction_read_only = on',
      'alter role eclusa_sandbox_api reset default_transaction_read_only',
    ),
  },
  {
    what: 'a database of bytes and not of letters',
    found: 'database.encoding',
    status: 'FAIL',
    mend: /encoding UTF8/,
    settings: ({ urls, database }) => ({ DATABASE_URL: urls.api.replace(database, 'doctor_bytes') }),
    plant: async (world) => {
      await run(world, `create database doctor_bytes template template0 encoding 'SQL_ASCII' locale 'C'`)
      return () => run(world, 'drop database doctor_bytes with (force)')
    },
  },
  {
    what: 'a pooler in between',
    found: 'database.sessions',
    status: 'WARN',
    mend: /straight to PostgreSQL/,
    plant: async ({ env, urls }) => {
      const pooler = await openPooler(urls.api)
      env['DATABASE_URL'] = pooler.url
      return async () => {
        env['DATABASE_URL'] = urls.api
        await pooler.close()
      }
    },
  },
  {
    what: 'pools larger than the server',
    found: 'database.connections',
    status: 'FAIL',
    mend: /max_connections/,
    settings: () => ({ DATABASE_POOL_SIZE: '100' }),
  },
  {
    what: 'pools that do not fit twice',
    found: 'database.connections',
    status: 'WARN',
    mend: /lower DATABASE_POOL_SIZE/,
    settings: () => ({ DATABASE_POOL_SIZE: '40' }),
  },
  {
    what: 'a way to the database that anybody reads along',
    found: 'database.encryption',
    status: 'WARN',
    mend: /sslmode=verify-full/,
    settings: ({ urls }) => ({ DATABASE_URL: urls.api.replace('127.0.0.1', '0.0.0.0') }),
  },
  {
    what: 'a replica that nobody waits for',
    found: 'database.replication',
    status: 'WARN',
    mend: /synchronous_standby_names/,
    plant: withStandby,
  },
  {
    what: 'a replica that everybody waits for and that is not there',
    found: 'database.standby',
    status: 'FAIL',
    mend: /start the replica/,
    plant: bySql(
      `alter system set synchronous_standby_names = 'gone'; select pg_reload_conf()`,
      'alter system reset synchronous_standby_names; select pg_reload_conf()',
    ),
  },
  {
    what: 'a replica that everybody waits for while another is there',
    found: 'database.standby',
    status: 'FAIL',
    mend: /under a name that is in synchronous_standby_names/,
    plant: async (world) => {
      const leave = await withStandby(world)
      await run(world, `alter system set synchronous_standby_names = 'FIRST 1 ("gone")'; select pg_reload_conf()`)
      return async () => {
        await run(world, 'alter system reset synchronous_standby_names; select pg_reload_conf()')
        await leave()
      }
    },
  },
  {
    what: 'a login that bypasses row-level security',
    found: 'login.api',
    status: 'FAIL',
    mend: /nobypassrls/,
    plant: byCommands('alter role eclusa_sandbox_api bypassrls'),
  },
  {
    what: 'a superuser that does the work',
    found: 'login.worker',
    status: 'FAIL',
    mend: /nosuperuser/,
    plant: byCommands('alter role eclusa_sandbox_worker superuser'),
  },
  {
    what: 'a login of two tasks',
    found: 'login.worker',
    status: 'FAIL',
    mend: /revoke eclusa_backoffice/,
    plant: byCommands('grant eclusa_backoffice to eclusa_sandbox_worker'),
  },
  {
    what: 'a login that was joined to nothing',
    found: 'login.backoffice',
    status: 'FAIL',
    mend: /grant eclusa_backoffice/,
    plant: byCommands('revoke eclusa_backoffice from eclusa_sandbox_backoffice'),
  },
  {
    what: 'a superuser that migrates',
    found: 'login.owner',
    status: 'WARN',
    mend: /owns the schema and no more/,
    settings: ({ adminUrl, database }) => ({ DATABASE_OWNER_URL: withDatabase(adminUrl, database) }),
  },
  {
    what: 'somebody else in a role of the gateway',
    found: 'login.members',
    status: 'FAIL',
    mend: /"doctor_intruder" nobypassrls/,
    plant: async (world) => {
      await run(world, 'create role doctor_intruder bypassrls in role eclusa_api')
      return () => run(world, 'drop role doctor_intruder')
    },
  },
  {
    what: 'a migration that was not applied',
    found: 'schema.migrations',
    status: 'FAIL',
    mend: /eclusa migrate/,
    plant: bySql(
      `create table kept as select * from migrations order by name desc limit 1;
       delete from migrations where name in (select name from kept)`,
      'insert into migrations select * from kept; drop table kept',
    ),
  },
  {
    what: 'a live database for a test installation',
    found: 'schema.installation',
    status: 'FAIL',
    mend: /INSTALLATION/,
    settings: () => ({ INSTALLATION: 'test' }),
  },
  {
    what: 'no partition for this month',
    found: 'schema.partitions',
    status: 'FAIL',
    mend: /keep-partitions/,
    plant: async ({ admin }) => {
      const { rows } = await admin.query<{ name: string }>(`select 'events_' || to_char(now(), 'YYYY_MM') as name`)
      await admin.query(`alter table ${rows[0]!.name} rename to put_aside`)
      return () => admin.query(`alter table put_aside rename to ${rows[0]!.name}`)
    },
  },
  {
    what: 'a ring that nobody empties',
    found: 'schema.replay-ring',
    status: 'WARN',
    mend: /truncate-replay-partition/,
    plant: async (world) => {
      await run(
        world,
        `delete from pgboss.job where name = 'truncate-replay-partition';
         insert into replay_claims (user_id, fingerprint, nonce, slot, attempt_id, request_id, status)
         values (gen_random_uuid(), sha256('x'), gen_random_uuid(), (replay_slot(now()) + 1) % 4, gen_random_uuid(), 'x', 200)`,
      )
      return () => run(world, 'truncate replay_claims')
    },
  },
  {
    what: 'a table without row-level security',
    found: 'rights.walls',
    status: 'FAIL',
    mend: /alter table eclusa.crossborder_accounts enable row level security/,
    plant: byCommands('alter table crossborder_accounts disable row level security'),
  },
  {
    what: 'an owner whom row-level security does not hold',
    found: 'rights.walls',
    status: 'FAIL',
    mend: /force row level security/,
    plant: byCommands('alter table events no force row level security'),
  },
  {
    what: 'a policy that lets everybody see everything',
    found: 'rights.walls',
    status: 'FAIL',
    mend: /drop policy everything on eclusa.transactions/,
    plant: byCommands('create policy everything on transactions to eclusa_api using (true)'),
  },
  {
    what: 'a trigger that is turned off',
    found: 'rights.walls',
    status: 'FAIL',
    mend: /enable trigger/,
    plant: async (world) => {
      const { rows } = await world.admin.query<{ name: string }>(
        `select tgname as name from pg_trigger where tgrelid = 'users'::regclass and not tgisinternal and tgenabled = 'O' limit 1`,
      )
      await world.admin.query(`alter table users disable trigger ${rows[0]!.name}`)
      return 'commands'
    },
  },
  {
    what: 'a grant that was revoked',
    found: 'rights.grants',
    status: 'FAIL',
    mend: /grant insert on eclusa.events to eclusa_api/,
    plant: byCommands('revoke insert on events from eclusa_api'),
  },
  {
    what: 'a grant that nobody is to have',
    found: 'rights.grants',
    status: 'FAIL',
    mend: /revoke delete on eclusa.audit_log from eclusa_worker/,
    plant: byCommands('grant delete on audit_log to eclusa_worker'),
  },
  {
    what: 'a role of somebody else that reads along',
    found: 'rights.others',
    status: 'WARN',
    mend: /revoke select on eclusa.users from doctor_reports/,
    plant: async (world) => {
      await run(world, 'create role doctor_reports; grant select on users to doctor_reports')
      return () => run(world, 'revoke all on users from doctor_reports; drop role doctor_reports')
    },
  },
  { what: 'a clock that is ahead', found: 'clock.database', status: 'FAIL', mend: /chrony/, aheadMs: 40_000 },
  { what: 'a clock that is a little ahead', found: 'clock.database', status: 'WARN', mend: /chrony/, aheadMs: 3_000 },
  { what: 'a clock other than the issuer’s', found: 'clock.issuer', status: 'FAIL', mend: /chrony/, aheadMs: 40_000 },
  {
    what: 'a schedule that is gone',
    found: 'queues.declared',
    status: 'FAIL',
    mend: /worker/,
    plant: bySql(
      `create table kept as select * from pgboss.schedule where name = 'poll-notifications';
       delete from pgboss.schedule where name = 'poll-notifications'`,
      'insert into pgboss.schedule select * from kept; drop table kept',
    ),
  },
  {
    what: 'a job that has given up',
    found: 'queues.failed',
    status: 'WARN',
    mend: /job_failed/,
    plant: async (world) => {
      const insert = `insert into pgboss.job (id, name, state, retry_count, retry_limit, completed_on, policy, keep_until)
        values (gen_random_uuid(), 'remove-object', 'failed', 3, 3, now(), 'standard', now() + interval '1 day')`
      await run(world, insert)
      return () => run(world, `delete from pgboss.job where name = 'remove-object' and state = 'failed'`)
    },
  },
  {
    what: 'approvals that were turned off',
    found: 'desk.approvals',
    status: 'FAIL',
    mend: /remove DESK_SECOND_EYES/,
    settings: () => ({ DESK_SECOND_EYES: 'none' }),
  },
  {
    what: 'approvals of verdicts, and none of keys',
    found: 'desk.approvals',
    status: 'FAIL',
    mend: /add the missing kinds/,
    settings: () => ({ DESK_SECOND_EYES: 'account_verdict,grant_creation,user_activation,network_permission' }),
  },
  {
    what: 'a journal that is anchored nowhere',
    found: 'journal.anchored',
    status: 'WARN',
    mend: /JOURNAL_ANCHORS/,
    settings: () => ({ JOURNAL_ANCHORS: undefined }),
  },
  {
    what: 'entries that get no anchor',
    found: 'journal.anchored',
    status: 'FAIL',
    mend: /journal_disagrees/,
    plant: bySql(
      "update audit_log_anchors set put_at = null; update audit_log set at = at - interval '1 hour'",
      "update audit_log_anchors set put_at = now(); update audit_log set at = at + interval '1 hour'",
    ),
  },
  {
    what: 'an anchor that is not in its place',
    found: 'journal.newest-anchor',
    status: 'FAIL',
    mend: /eclusa journal verify/,
    settings: ({ folder }) => ({ JOURNAL_ANCHOR_PATH: join(folder, 'other-anchors') }),
  },
  {
    what: 'a secret that was removed too early',
    found: 'secrets.readable',
    status: 'FAIL',
    mend: /further line/,
    settings: () => ({ API_KEY_PEPPER: 'another pepper than the one the key was made under' }),
  },
  {
    what: 'a secret that was turned and not removed',
    found: 'secrets.readable',
    status: 'WARN',
    mend: /eclusa secrets status/,
    settings: ({ env }) => ({
      SIGNING_SECRET: `a newer secret that was put before the other\n${env['SIGNING_SECRET']}`,
    }),
  },
  {
    what: 'one secret for two things',
    found: 'secrets.apart',
    status: 'FAIL',
    mend: /generate another secret/,
    settings: ({ env }) => ({ API_KEY_PEPPER: env['SIGNING_SECRET'] }),
  },
  {
    what: 'an issuer that is down',
    found: 'issuer.keys',
    status: 'FAIL',
    mend: /OIDC_ISSUER runs/,
    plant: async ({ issuer }) => {
      issuer.answering = false
      return async () => (issuer.answering = true)
    },
  },
  {
    what: 'an issuer that signs otherwise',
    found: 'issuer.keys',
    status: 'FAIL',
    mend: /OIDC_ALGORITHMS/,
    settings: () => ({ OIDC_ALGORITHMS: 'RS256' }),
  },
  {
    what: 'an audience that nobody names',
    found: 'issuer.token',
    status: 'FAIL',
    mend: /OIDC_AUDIENCE/,
    settings: () => ({ OIDC_AUDIENCE: 'https://other.eclusa.test' }),
  },
  {
    what: 'a token that lives for a day',
    found: 'issuer.token',
    status: 'FAIL',
    mend: /OIDC_TOKEN_LIFE_MAX_SECONDS/,
    settings: async ({ issuer }) => ({
      ECLUSA_TOKEN: await issuer.sign({ sub: randomUUID(), exp: Math.floor(Date.now() / 1000) + 86_400 }),
    }),
  },
  {
    what: 'a token whose key the issuer does not have',
    found: 'issuer.token',
    status: 'FAIL',
    mend: /another token/,
    settings: async ({ issuer }) => ({
      ECLUSA_TOKEN: await issuer.sign({ sub: randomUUID() }, { kid: 'of nobody' }),
    }),
  },
  {
    what: 'an issuer of people that speaks for another',
    found: 'issuer.desk-keys',
    status: 'FAIL',
    mend: /iss claim/,
    settings: ({ issuer }) => ({ DESK_OIDC_ISSUER: `${issuer.url}/` }),
  },
  {
    what: 'a wrong secret of the store',
    found: 'store.round-trip',
    status: 'FAIL',
    mend: /S3_BUCKET and the key/,
    settings: () => ({ S3_SECRET_ACCESS_KEY: 'another secret' }),
  },
  {
    what: 'a bucket that is not there',
    found: 'store.round-trip',
    status: 'FAIL',
    mend: /see that the place exists/,
    settings: () => ({ S3_BUCKET: 'no-such-bucket' }),
  },
  {
    what: 'a folder that cannot be written',
    found: 'store.round-trip',
    status: 'FAIL',
    mend: /OBJECT_DISK_PATH/,
    settings: async ({ folder }) => {
      await writeFile(join(folder, 'a-file'), '')
      return { OBJECT_STORE: 'disk', OBJECT_DISK_PATH: join(folder, 'a-file') }
    },
  },
  {
    what: 'a bucket that strangers read',
    found: 'store.private',
    status: 'FAIL',
    mend: /public policy/,
    plant: async ({ store }) => {
      store.isPublic = true
      return async () => (store.isPublic = false)
    },
  },
  {
    what: 'a certificate that has ended',
    found: 'dict.certificates',
    status: 'FAIL',
    mend: /dict-keys/,
    settings: async ({ dict }) => ({ DICT_TLS_CERTIFICATE: (await dict.simulated.expired('11111111')).certificate }),
  },
  {
    what: 'a certificate that has ended before one of its issuer that has not',
    found: 'dict.certificates',
    status: 'FAIL',
    mend: /dict-keys/,
    settings: async ({ dict, folder }) => {
      const { certificate } = await dict.simulated.expired('11111111')
      const issuer = await makeAuthority(join(folder, 'issuer'), 'test')
      return { DICT_TLS_CERTIFICATE: certificate + issuer.certificate }
    },
  },
  {
    what: 'a certificate that ends within days',
    found: 'dict.certificates',
    status: 'WARN',
    mend: /weeks/,
    settings: async ({ folder }) => {
      const authority = await makeAuthority(join(folder, 'authority'), 'test')
      const { certificate } = await authority.issue({ name: 'x', kind: 'connection', days: 5 })
      return { DICT_TLS_CERTIFICATE: certificate }
    },
  },
  {
    what: 'a key of another certificate',
    found: 'dict.keys',
    status: 'FAIL',
    mend: /DICT_SIGNING_KEY/,
    settings: ({ dict }) => ({ DICT_SIGNING_KEY: dict.simulated.settingsFor('22222222').signing.key }),
  },
  {
    what: 'a DICT that nobody reaches',
    found: 'dict.answers',
    status: 'FAIL',
    mend: /RSFN/,
    settings: async () => ({ DICT_URL: `${(await closedPort()).replace('http:', 'https:')}/api/v2` }),
  },
  {
    what: 'a DICT whose signature is not believed',
    found: 'dict.answers',
    status: 'FAIL',
    mend: /DICT_TRUSTED_CERTIFICATES/,
    settings: ({ env }) => ({ DICT_TRUSTED_CERTIFICATES: env['DICT_SIGNING_CERTIFICATE'] }),
  },
  {
    what: 'a registry that does not take our token',
    found: 'registry.answers',
    status: 'FAIL',
    mend: /BILLET_REGISTRY_TOKEN/,
    settings: () => ({ BILLET_REGISTRY_TOKEN: 'of somebody else' }),
  },
  {
    what: 'a judge of onboardings that is down',
    found: 'onboarding-checks.reached',
    status: 'FAIL',
    mend: /ONBOARDING_CHECKS_URL/,
    settings: async () => ({ ONBOARDING_CHECKS_URL: await closedPort() }),
  },
  {
    what: 'a scanner that is down',
    found: 'scanner.reached',
    status: 'WARN',
    mend: /clamd/,
    settings: async () => ({ CLAMD_PORT: String(await freePort()) }),
  },
  {
    what: 'an endpoint in a network that is not public',
    found: 'webhooks.addresses',
    status: 'WARN',
    mend: /webhooks allow/,
    plant: withEndpoint('https://10.20.30.40/hooks'),
  },
  {
    what: 'a way out that is closed',
    found: 'webhooks.addresses',
    status: 'FAIL',
    mend: /allow direct connections to port 443/,
    plant: async (world) => withNamedEndpoint(await freePort())(world),
  },
  {
    what: 'a proxy that webhooks do not use',
    found: 'webhooks.proxy',
    status: 'WARN',
    mend: /use no proxy/,
    settings: () => ({ HTTPS_PROXY: 'http://proxy.eclusa.test:3128' }),
  },
  {
    what: 'proxies that could be anybody',
    found: 'proxies.trusted',
    status: 'FAIL',
    mend: /and no others/,
    settings: () => ({ TRUSTED_PROXIES: '0.0.0.0/0' }),
  },
  {
    what: 'a proxy whose word is not believed',
    found: 'proxies.trusted',
    status: 'WARN',
    mend: /TRUSTED_PROXIES/,
    settings: () => ({ TRUSTED_PROXIES: '' }),
  },
]

/** Jobs of a gateway without a worker. */
export const faultsWithoutWorker: DoctorFault[] = [
  {
    what: 'no worker',
    found: 'worker.running',
    status: 'FAIL',
    mend: /eclusa worker/,
  },
  {
    what: 'work that nobody does',
    found: 'queues.waiting',
    status: 'FAIL',
    mend: /readyz/,
    plant: bySql(
      `insert into pgboss.job (id, name, start_after, policy, keep_until)
       values (gen_random_uuid(), 'remove-object', now() - interval '1 hour', 'standard', now() + interval '1 day')`,
      `delete from pgboss.job where name = 'remove-object'`,
    ),
  },
]
