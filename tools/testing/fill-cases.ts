import { refillCases } from '@eclusa/simulators/refill-cases.ts'
import type pg from 'pg'

/**
 * Fills every kind of case with as many open ones, spread over fifty users and a month of deadlines in random order, and
 * with as many closed ones. Inserted directly, without events.
 */
export async function fillCases(admin: pg.Pool, each: number, statements = [...cases, documents]): Promise<void> {
  const client = await admin.connect()
  try {
    await client.query('set search_path = eclusa; set session_replication_role = replica')
    await client.query(`create temporary table made on commit preserve rows as
      select n, gen_random_uuid() as id, md5('user' || n % 50)::uuid as user_id, md5('onboarding' || n)::uuid as under_id,
        date_trunc('milliseconds', now() + (random() - 0.5) * interval '30 days') as at,
        n <= ${each} as waits, 'E' || lpad(n::text, 31, '0') as payment
      from generate_series(1, ${each * 2}) n`)
    for (const statement of statements) await client.query(statement)
    await client.query('drop table made')
    await refillCases(client)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

const report = `jsonb_build_object('reason', 'REFUND_REQUEST', 'reporter_participant', '22222222', 'infraction_amount', 100,
  'creation_time', at)`
const refund = `jsonb_build_object('refund_reason', 'FRAUD', 'refund_amount', 100, 'requesting_participant', '22222222',
  'creation_time', at)`

export const cases = [
  `insert into infraction_notifications (user_id, wallet_id, id, transaction_id, end_to_end_id, infraction_type,
     situation_type, status, dict_status, amount, blocked_amount_status, decided_at, due_date, reported_at, version,
     created_at, updated_at)
   select user_id, user_id, id, id, payment, 'REFUND_REQUEST', 'SCAM', case when waits then 'ACKNOWLEDGED' else 'CLOSED' end,
     'ACKNOWLEDGED', 100, 'BLOCKED', case when waits then null else at end, at, at, 1, at, at from made`,
  `insert into refund_requests (user_id, wallet_id, id, transaction_id, end_to_end_id, reason, amount, status, due_date,
     monitor_account, requesting_participant, dict_status, reported_at, version, created_at, updated_at)
   select user_id, user_id, md5('refund' || n)::uuid, id, payment, 'FRAUD', 100, case when waits then 'OPEN' else 'CLOSED' end,
     at + interval '1 second', true, '22222222', 'OPEN', at, 1, at, at from made`,
  `insert into fund_recovery_requests (user_id, wallet_id, id, transaction_id, transaction_type, transaction_amount,
     end_to_end_id, reason, description, contact_email, contact_phone, status, waiting_code, analysis_limit_date, version,
     created_at, updated_at)
   select user_id, user_id, md5('recovery' || n)::uuid, id, 'PAYMENT', 100, payment, 'FRAUD', 'text', 'a@example.com', '+551',
     case when waits then 'CREATED' else 'ANALYSED' end, case when waits then 'FUNDS_RECOVERY_TRANSACTION_NOT_SETTLED' end,
     at, 1, at + interval '2 seconds', at from made`,
  `insert into unmatched_infraction_reports (id, end_to_end_id, status, report, reported_at, first_seen_at, due_date)
   select md5('report' || n)::uuid, payment, case when waits then 'OPEN' else 'CLOSED' end, ${report}, at, at,
     at + interval '3 seconds' from made`,
  `insert into unmatched_refunds (id, end_to_end_id, status, refund, reported_at, first_seen_at, due_date)
   select md5('unclaimed' || n)::uuid, payment, case when waits then 'OPEN' else 'CLOSED' end, ${refund}, at, at,
     at + interval '4 seconds' from made`,
  `insert into crossborder_clients (user_id, id, name, type, nationality, document, document_type, email, address, status,
     created_at, updated_at)
   select user_id, md5('client' || n)::uuid, 'client', 'NATURAL_PERSON', 'BR', 'D' || n, 'PASSPORT', 'a@example.com', '{}',
     case when waits then 'PENDING' else 'ACTIVE' end, at, at + interval '5 seconds' from made`,
  `insert into crossborder_accounts (user_id, id, client_id, country, currency_symbol, account_type, account_number,
     bank_name, bank_code, bank_code_type, status, created_at, updated_at)
   select user_id, md5('account' || n)::uuid, md5('client' || n)::uuid, 'US', 'USD', 'CHECKING', n::text, 'bank', '021000021',
     'ABA', case when waits then 'PENDING' else 'ACTIVE' end, at, at + interval '6 seconds' from made`,
  `insert into onboardings (user_id, id, product_id, account_id, person_type, status, document, full_name, address, version,
     created_at, updated_at)
   select user_id, under_id, user_id, id, 'LEGAL_PERSON', 'in_process', 'D' || n, 'name', '{}'::jsonb,
     1, at, at from made`,
  `insert into onboarding_steps (user_id, onboarding_id, id, name, status, "order", legal_representative_id, finished_at,
     version, created_at, updated_at)
   select user_id, under_id, md5('step' || n)::uuid, 'CAF', 'MANUAL_REVIEW', 4, id, case when waits then null else at end, 1,
     at, at + interval '7 seconds' from made`,
]

/** All of a user belong to one customer, and every seventh to one counterparty. */
const documents = `insert into case_documents (user_id, kind, case_id, party, document, opened_at)
 select user_id, kind, case_id, party, case party when 'customer' then 'S' else 'C' || n % 7 end, at
 from made cross join lateral (values ('infraction', id), ('refund', md5('refund' || n)::uuid),
   ('recovery', md5('recovery' || n)::uuid)) one (kind, case_id)
 cross join (values ('customer'), ('counterparty')) two (party)`
