import type { DatabaseUrls } from '@eclusa/simulators/database.ts'
import pg from 'pg'

/** The targets of tampering. */
export interface Targets {
  user_id: string
  product_id: string
  wallet_id: string
  client_id: string
  account_id: string
  other_client_id: string
  transaction_id: string
  notification_id: string
  refund_id: string
  user_account_id: string
  onboarding_id: string
  step_id: string
  key_id: string
  stranger_id: string
}

type Statements = (at: Targets) => string[]

/** An attacker with a database login and no gateway. */
export interface TestingAttempt {
  login: keyof Pick<DatabaseUrls, 'api' | 'worker' | 'desk' | 'bootstrap' | 'owner'>
  to: string
  by: Statements
}

/** An event of a record's version, as the gateway writes one, with the given digest. */
const event = (at: Targets, table: string, id: string, digest: string) => `
  insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at, digest)
  select user_id, gen_random_uuid(), 'crossborder.account.updated', id, version, '{}', 'attempt', now(), ${digest}
  from ${table} covered where user_id = '${at.user_id}' and id = '${id}'`

const activity = (at: Targets) => `
  insert into client_activity (user_id, client_id, id, event_id, source, event_type, status, request_id, event_created_at)
  values ('${at.user_id}', '${at.client_id}', gen_random_uuid(), gen_random_uuid(), 'x', 'x', 'x', 'attempt', now())`

const entry = (kind: string, actor: string, records = '[]') => `
  select write_audit_log(jsonb_build_object('actor_id', ${actor}, 'actor_name', 'x', 'actor_kind', '${kind}', 'role', 'x',
    'operation', 'x', 'subject_type', 'x', 'subject_id', 'x', 'request_id', 'attempt', 'changes', '{}'::jsonb,
    'records', '${records}'::jsonb), null)`

const account = (change: string) => (at: Targets) => [
  `update crossborder_accounts set ${change} where user_id = '${at.user_id}' and id = '${at.account_id}'`,
]
const amount = (at: Targets) => [`update transactions set amount = amount + 1 where id = '${at.transaction_id}'`]
const newAmount = (at: Targets) => [
  `update transactions set amount = amount + 1, version = version + 1, updated_at = now() where id = '${at.transaction_id}'`,
]
const report = (change: string) => (at: Targets) => [
  `update infraction_notifications set ${change} where user_id = '${at.user_id}' and id = '${at.notification_id}'`,
]
const step = (at: Targets) => [
  `update onboarding_steps set status = 'APPROVED', version = version + 1 where user_id = '${at.user_id}'
   and id = '${at.step_id}'`,
]
const owning = (at: Targets) => [
  `insert into product_users (user_id, product_id, role) values ('${at.stranger_id}', '${at.product_id}', 'OWNER')`,
]
const always =
  (...statements: string[]) =>
  (): string[] =>
    statements

/** Each is refused by the database. */
export const refused: TestingAttempt[] = [
  { login: 'api', to: 'change an amount', by: amount },
  { login: 'api', to: 'change an account number', by: account(`account_number = '666'`) },
  {
    login: 'api',
    to: 'make an account ACTIVE, as a further version',
    by: account(`status = 'ACTIVE', version = version + 1`),
  },
  {
    login: 'api',
    to: 'change an account number and tell of it with nothing that holds it',
    by: (at) => [
      ...account(`account_number = '666', version = version + 1`)(at),
      event(at, 'crossborder_accounts', at.account_id, 'null'),
    ],
  },
  {
    login: 'api',
    to: 'change an account number and tell of it with the digest of another row',
    by: (at) => [
      ...account(`account_number = '666', version = version + 1`)(at),
      event(at, 'crossborder_accounts', at.account_id, `sha256('other')`),
    ],
  },
  {
    login: 'api',
    to: 'change an account number under the version it has, and tell of it',
    by: (at) => [
      ...account(`account_number = '666'`)(at),
      event(at, 'crossborder_accounts', at.account_id, 'row_digest(covered)'),
    ],
  },
  {
    login: 'api',
    to: 'tell of an account number and then change it once more',
    by: (at) => [
      ...account(`account_number = '555', version = version + 1`)(at),
      event(at, 'crossborder_accounts', at.account_id, 'row_digest(covered)'),
      ...account(`account_number = '666'`)(at),
    ],
  },
  {
    login: 'api',
    to: 'give a verdict on an account that its history does not know',
    by: (at) => [
      ...account(`status = 'INACTIVE', version = version + 1`)(at),
      event(at, 'crossborder_accounts', at.account_id, 'row_digest(covered)'),
    ],
  },
  {
    login: 'api',
    to: 'give an account to another client',
    by: (at) => account(`client_id = '${at.other_client_id}'`)(at),
  },
  {
    login: 'api',
    to: 'remove an account',
    by: (at) => [`delete from crossborder_accounts where id = '${at.account_id}'`],
  },
  { login: 'api', to: 'change what is blocked', by: report('amount = 0, version = version + 1') },
  {
    login: 'api',
    to: 'give the verdict on a report',
    by: report(`analysis_result = 'DISAGREED', version = version + 1`),
  },
  {
    login: 'api',
    to: 'say that a refund was paid',
    by: (at) => [
      `update refund_requests set paid_amount = amount, version = version + 1, payments = jsonb_build_array(
         jsonb_build_object('end_to_end_id', 'D11111111202602021020abcdefghijk', 'amount', amount))
       where user_id = '${at.user_id}' and id = '${at.refund_id}'`,
    ],
  },
  { login: 'api', to: 'approve a step of an onboarding', by: step },
  {
    login: 'api',
    to: 'finish an onboarding',
    by: (at) => [`update onboardings set status = 'finished', version = version + 1 where id = '${at.onboarding_id}'`],
  },
  {
    login: 'api',
    to: 'say that a person has become a user',
    by: (at) => [`update user_accounts set state = 'active', version = version + 1 where id = '${at.user_account_id}'`],
  },
  { login: 'api', to: 'change an event', by: always(`update events set data = '{}'`) },
  { login: 'api', to: 'delete an event', by: always('delete from events') },
  { login: 'api', to: 'change the history of a client', by: always(`update client_activity set status = 'x'`) },
  { login: 'api', to: 'change the end of a chain', by: always(`update client_activity_heads set hash = ''`) },
  { login: 'api', to: 'change the history of an onboarding', by: always(`update onboarding_activity set actor = 'x'`) },
  {
    login: 'api',
    to: 'give a wallet to somebody else',
    by: (at) => [`update wallets set user_id = '${at.stranger_id}'`],
  },
  { login: 'api', to: 'write into the journal', by: always(entry('gateway', `'x'`)) },

  { login: 'worker', to: 'change an amount', by: amount },
  { login: 'worker', to: 'change an amount, as a further version', by: newAmount },
  {
    login: 'worker',
    to: 'put a transaction in',
    by: (at) => [
      `insert into transactions (user_id, wallet_id, id, type, status, amount, version, created_at, updated_at)
       values ('${at.user_id}', '${at.wallet_id}', gen_random_uuid(), 'DEPOSIT', 'RECEIVED', 1, 1, now(), now())`,
    ],
  },
  { login: 'worker', to: 'remove a transaction', by: always('delete from transactions') },
  { login: 'worker', to: 'change an account number', by: account(`account_number = '666'`) },
  { login: 'worker', to: 'change what is blocked', by: report('amount = 0') },
  {
    login: 'worker',
    to: 'give a wallet to somebody else',
    by: (at) => [`update wallets set user_id = '${at.stranger_id}'`],
  },
  { login: 'worker', to: 'make somebody the owner of a product', by: owning },
  { login: 'worker', to: 'delete an event', by: always('delete from events') },
  { login: 'worker', to: 'empty the events', by: always('truncate events') },
  { login: 'worker', to: 'switch a trigger off', by: always('alter table transactions disable trigger all') },
  { login: 'worker', to: 'pass by every trigger', by: always('set session_replication_role = replica') },
  { login: 'worker', to: 'speak in the journal for a person', by: always(entry('person', `'sub-ana'`)) },

  { login: 'desk', to: 'change an account number', by: account(`account_number = '666'`) },
  { login: 'desk', to: 'make an account ACTIVE', by: account(`status = 'ACTIVE', version = version + 1`) },
  {
    login: 'desk',
    to: 'decide an account, tell of it, and leave the journal out',
    by: (at) => [
      ...account(`status = 'INACTIVE', version = version + 1`)(at),
      event(at, 'crossborder_accounts', at.account_id, 'row_digest(covered)'),
      activity(at),
    ],
  },
  {
    login: 'desk',
    to: 'decide an account, note it in the journal, and tell nobody',
    by: (at) => [
      ...account(`status = 'INACTIVE', version = version + 1`)(at),
      activity(at),
      entry('person', `'sub-ana'`),
    ],
  },
  { login: 'desk', to: 'change an amount', by: amount },
  {
    login: 'desk',
    to: 'give the verdict on a report',
    by: report(`analysis_result = 'AGREED', version = version + 1`),
  },
  { login: 'desk', to: 'approve a step of an onboarding', by: step },
  {
    login: 'desk',
    to: 'let a user in who may not call',
    by: (at) => [`update users set status = 'INACTIVE' where id = '${at.user_id}'`],
  },
  { login: 'desk', to: 'make somebody the owner of a product', by: owning },
  { login: 'desk', to: "change a key's user", by: (at) => [`update api_keys set user_id = '${at.stranger_id}'`] },
  { login: 'desk', to: 'bring a revoked key back', by: always('update api_keys set revoked_at = now()') },
  { login: 'desk', to: 'change an entry of the journal', by: always(`update audit_log set actor_id = 'x'`) },
  { login: 'desk', to: 'delete the journal', by: always('delete from audit_log') },
  { login: 'desk', to: "change the journal's head", by: always('update audit_log_head set sequence = 0') },
  {
    login: 'desk',
    to: 'put an entry past the chain',
    by: always('insert into audit_log_records select * from audit_log_records'),
  },

  {
    login: 'bootstrap',
    to: 'make a wallet',
    by: (at) => [`insert into wallets (user_id, id, name) values ('${at.user_id}', gen_random_uuid(), 'x')`],
  },
  { login: 'bootstrap', to: 'make somebody the owner of a product', by: owning },
  { login: 'bootstrap', to: 'end a product nobody is told of', by: always(`update products set status = 'INACTIVE'`) },
  {
    login: 'bootstrap',
    to: 'take a member out',
    by: (at) => [`delete from product_users where user_id = '${at.user_id}'`],
  },
  {
    login: 'bootstrap',
    to: 'open a network',
    by: (at) => [`insert into webhook_networks values ('${at.user_id}', '10.0.0.0/8', 1, 65535)`],
  },
  {
    login: 'bootstrap',
    to: 'mark a person',
    by: always(`insert into fraud_markers (status, made_by) values ('ASKED', 'x')`),
  },
  {
    login: 'bootstrap',
    to: 'note a user in the journal and change it after that',
    by: (at) => [
      `update users set name = 'noted' where id = '${at.user_id}'`,
      entry('bootstrap', 'session_user', `[{"table": "users", "key": "${at.user_id}"}]`),
      `update users set name = 'not noted' where id = '${at.user_id}'`,
    ],
  },
  { login: 'bootstrap', to: 'speak in the journal for a person', by: always(entry('person', `'sub-ana'`)) },
  {
    login: 'bootstrap',
    to: 'speak in the journal for another login',
    by: always(entry('bootstrap', `'gateway_owner'`)),
  },
  { login: 'bootstrap', to: 'change an account number', by: account(`account_number = '666'`) },

  {
    login: 'owner',
    to: 'change an account number, with the policies lifted',
    by: (at) => [
      'alter table crossborder_accounts no force row level security',
      ...account(`account_number = '666'`)(at),
    ],
  },
  { login: 'owner', to: 'empty the accounts', by: always('truncate crossborder_accounts cascade') },
  { login: 'owner', to: 'empty the events', by: always('truncate events') },
  {
    login: 'owner',
    to: 'delete an event, with the policies lifted',
    by: always(
      'alter table events no force row level security',
      `create policy attempt on events to current_user using (true)`,
      'delete from events',
    ),
  },
  { login: 'owner', to: 'change an entry of the journal', by: always(`update audit_log set actor_id = 'x'`) },
  { login: 'owner', to: 'empty the journal', by: always('truncate audit_log') },
  { login: 'owner', to: 'make a user', by: always(`insert into users (id, name) values (gen_random_uuid(), 'x')`) },
  { login: 'owner', to: 'pass by every trigger', by: always('set session_replication_role = replica') },
]

/** Changes by the owner with triggers disabled, and what the verification reports. */
export interface Tampering {
  to: string
  tables: string[]
  by: Statements
  found: (at: Targets) => { table: string; id: string; reason: string }
}

const keyOf = (at: Targets) => `${at.user_id}|${at.product_id}`

export const tamperings: Tampering[] = [
  {
    to: 'change an account number',
    tables: ['crossborder_accounts'],
    by: account(`account_number = '666'`),
    found: (at) => ({ table: 'crossborder_accounts', id: at.account_id, reason: 'CHANGED' }),
  },
  {
    to: 'make an account ACTIVE, as a further version',
    tables: ['crossborder_accounts'],
    by: account(`status = 'INACTIVE', version = version + 1`),
    found: (at) => ({ table: 'crossborder_accounts', id: at.account_id, reason: 'UNTOLD' }),
  },
  {
    to: 'set an account back to its first version',
    tables: ['crossborder_accounts'],
    by: account(`status = 'PENDING', version = 1`),
    found: (at) => ({ table: 'crossborder_accounts', id: at.account_id, reason: 'SET_BACK' }),
  },
  {
    to: 'take an account away',
    tables: ['crossborder_accounts'],
    by: (at) => [`delete from crossborder_accounts where id = '${at.account_id}'`],
    found: (at) => ({ table: 'crossborder_accounts', id: at.account_id, reason: 'GONE' }),
  },
  {
    to: 'change an amount',
    tables: ['transactions'],
    by: amount,
    found: (at) => ({ table: 'transactions', id: at.transaction_id, reason: 'CHANGED' }),
  },
  {
    to: 'change the verdict on a report',
    tables: ['infraction_notifications'],
    by: report(`analysis_result = 'DISAGREED'`),
    found: (at) => ({ table: 'infraction_notifications', id: at.notification_id, reason: 'CHANGED' }),
  },
  {
    to: 'say that a refund was paid',
    tables: ['refund_requests'],
    by: (at) => [`update refund_requests set paid_amount = amount where id = '${at.refund_id}'`],
    found: (at) => ({ table: 'refund_requests', id: at.refund_id, reason: 'CHANGED' }),
  },
  {
    to: 'approve a step of an onboarding',
    tables: ['onboarding_steps'],
    by: step,
    found: (at) => ({ table: 'onboarding_steps', id: at.step_id, reason: 'UNNOTED' }),
  },
  {
    to: 'say that a person is somebody who may call',
    tables: ['user_accounts'],
    by: (at) => [
      `update user_accounts set state = 'active', target_user_id = '${at.stranger_id}' where id = '${at.user_account_id}'`,
    ],
    found: (at) => ({ table: 'user_accounts', id: at.user_account_id, reason: 'UNNOTED' }),
  },
  {
    to: 'take the newest event of an account away',
    tables: ['events'],
    by: (at) => [`delete from events where object_id = '${at.account_id}' and sequence > 1`],
    found: (at) => ({ table: 'crossborder_accounts', id: at.account_id, reason: 'UNTOLD' }),
  },
  {
    to: 'take the digest out of an event',
    tables: ['events', 'crossborder_accounts'],
    by: (at) => [
      `update events set digest = null where object_id = '${at.account_id}'`,
      ...account(`account_number = '666'`)(at),
    ],
    found: (at) => ({ table: 'crossborder_accounts', id: at.account_id, reason: 'UNTOLD' }),
  },
  {
    to: 'put an event beside the one that tells otherwise',
    tables: ['events', 'crossborder_accounts'],
    by: (at) => [
      ...account(`account_number = '666'`)(at),
      event(at, 'crossborder_accounts', at.account_id, 'row_digest(covered)'),
    ],
    found: (at) => ({ table: 'crossborder_accounts', id: at.account_id, reason: 'TOLD_TWICE' }),
  },
  {
    to: 'change an owner of a product',
    tables: ['product_users'],
    by: (at) => [
      `update product_users set role = 'TARGET' where user_id = '${at.user_id}' and product_id = '${at.product_id}'`,
    ],
    found: (at) => ({ table: 'product_users', id: keyOf(at), reason: 'CHANGED' }),
  },
  {
    to: 'make a further owner of a product',
    tables: ['product_users'],
    by: owning,
    found: (at) => ({ table: 'product_users', id: `${at.stranger_id}|${at.product_id}`, reason: 'UNTOLD' }),
  },
  {
    to: 'give a wallet to somebody else',
    tables: ['wallets'],
    by: (at) => [`update wallets set user_id = '${at.stranger_id}', is_default = false where id = '${at.wallet_id}'`],
    found: (at) => ({ table: 'wallets', id: `${at.user_id}|${at.wallet_id}`, reason: 'GONE' }),
  },
  {
    to: "change a key's user",
    tables: ['api_keys'],
    by: (at) => [`update api_keys set user_id = '${at.stranger_id}' where id = '${at.key_id}'`],
    found: (at) => ({ table: 'api_keys', id: at.key_id, reason: 'CHANGED' }),
  },
  {
    to: 'change what is noted of a user',
    tables: ['audit_log_records', 'users'],
    by: (at) => [
      `update users set name = 'x' where id = '${at.user_id}'`,
      `update audit_log_records set digest = audited_digest('users', key) where table_name = 'users' and key = '${at.user_id}'`,
    ],
    found: (at) => ({ table: 'users', id: at.user_id, reason: 'ENTRY_CHANGED' }),
  },
]

/** One transaction by one login, in the scope of the user, as with psql. */
export async function attempt(url: string, { user_id }: Targets, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=eclusa -c TimeZone=UTC' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`begin; set local eclusa.user_id = '${user_id}'`)
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
