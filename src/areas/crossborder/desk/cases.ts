import sql from 'sql-template-tag'
import type { CaseKind } from '../../../desk/cases/case-kind.ts'

/** Clients that no rule has let pass. What was said anew has waited since then. */
export const clientCases: CaseKind = {
  name: 'client',
  table: 'crossborder_clients',
  waits: sql`status = 'PENDING'`,
  deadline: { since: 'updated_at' },
  shows: { user_id: 'user_id', opened_at: 'created_at', version: 'version', topic: 'nationality', subject: 'name' },
  foundBy: { document: (document) => sql`document || '' = ${document}` },
}

export const accountCases: CaseKind = {
  name: 'account',
  table: 'crossborder_accounts',
  there: sql`deleted_at is null`,
  waits: sql`status = 'PENDING' and deleted_at is null`,
  deadline: { since: 'updated_at' },
  shows: {
    user_id: 'user_id',
    under_id: 'client_id',
    opened_at: 'created_at',
    version: 'version',
    topic: 'country',
    subject: `(select name from crossborder_clients one
      where one.user_id = crossborder_accounts.user_id and one.id = crossborder_accounts.client_id)`,
  },
  foundBy: {
    document: (document) => sql`
      (user_id, client_id) in (select user_id, id from crossborder_clients where document || '' = ${document})`,
  },
}
