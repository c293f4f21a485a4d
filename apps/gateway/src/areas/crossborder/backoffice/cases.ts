import sql, { raw } from 'sql-template-tag'
import type { CaseKind } from '../../../backoffice/cases/case-kind.ts'
import { absent, oneOf } from '../../../cases/case-rule.ts'

/**
 * An optimisation fence. Few clients share a document, so PostgreSQL must find them by the document and then sort,
 * instead of walking the sort order until there are enough.
 */
const wholly = raw('offset 0')

/** Clients that no rule has verified. The wait starts again when the client changes. */
export const clientCases: CaseKind = {
  name: 'client',
  table: 'crossborder_clients',
  of: 'product',
  waits: { status: oneOf('PENDING') },
  since: 'updated_at',
  decidable: true,
  shows: { opened_at: 'created_at', topic: 'nationality', subject: 'name' },
  foundBy: { document: (document) => sql`document || '' = ${document}` },
  documents: {
    of: ({ id, user_id }) => sql`
      select 'customer' as party, document from crossborder_clients where user_id = ${user_id} and id = ${id}`,
    having: (user_id, document) => sql`
      select id, created_at as opened_at from crossborder_clients
      where user_id = ${user_id} and document = ${document} ${wholly}`,
  },
}

export const accountCases: CaseKind = {
  name: 'account',
  table: 'crossborder_accounts',
  of: 'product',
  waits: { status: oneOf('PENDING'), deleted_at: absent },
  since: 'updated_at',
  decidable: true,
  there: sql`deleted_at is null`,
  shows: {
    under_id: 'client_id',
    opened_at: 'created_at',
    topic: 'country',
    subject: `(select name from crossborder_clients one
      where one.user_id = crossborder_accounts.user_id and one.id = crossborder_accounts.client_id)`,
  },
  foundBy: {
    document: (document) => sql`
      (user_id, client_id) in (select user_id, id from crossborder_clients where document || '' = ${document})`,
  },
  // An account is found by the document of its client.
  documents: {
    of: ({ id, user_id }) => sql`
      select 'customer' as party, client.document from crossborder_accounts account
      join crossborder_clients client on client.user_id = account.user_id and client.id = account.client_id
      where account.user_id = ${user_id} and account.id = ${id}`,
    having: (user_id, document) => sql`
      select account.id, account.created_at as opened_at from crossborder_clients client
      join crossborder_accounts account on account.user_id = client.user_id and account.client_id = client.id
      where client.user_id = ${user_id} and client.document = ${document} and account.deleted_at is null ${wholly}`,
  },
}
