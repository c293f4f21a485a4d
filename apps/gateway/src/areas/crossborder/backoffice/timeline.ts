import sql, { empty, type Sql } from 'sql-template-tag'
import { viewerRoles } from '../../../backoffice/role.ts'
import {
  ofUser,
  ordered,
  type TimelineSource,
  type TimelineSubject,
  timelineQuery,
} from '../../../backoffice/timeline/timeline-source.ts'

/** The history of a client without the actions of backoffice users, which come from the audit log with their names. */
const historyTold = ({ user_id }: TimelineSubject, acts: string[], client_id: Sql, besides: Sql = empty) =>
  timelineQuery(
    {
      by: 'activity',
      order: ordered('sequence'),
      at: 'event_created_at',
      what: 'event_type',
      actor: 'source',
      reason: "metadata->>'reason'",
      status: 'status',
      about_id: 'reference_id',
      details: "metadata - 'reason'",
    },
    sql`from client_activity where user_id = ${user_id} and client_id = ${client_id} ${besides}
      and (source <> 'operator' or request_id <> all(${acts}::text[]))`,
  )

/** The timeline of a client and all of its accounts. */
export const clientStory: TimelineSource = {
  name: 'client',
  roles: viewerRoles,
  revealedBy: 'revealClient',
  there: (hero) => ofUser('crossborder_clients', hero),
  besides: ({ id, user_id }) => [
    sql`subject_type = 'account' and subject_id in (
      select account.id::text from crossborder_accounts account where account.user_id = ${user_id} and account.client_id = ${id})`,
  ],
  told: (hero, acts) => [historyTold(hero, acts, sql`${hero.id}`)],
}

const clientOf = ({ id, user_id }: TimelineSubject) =>
  sql`(select account.client_id from crossborder_accounts account where account.user_id = ${user_id} and account.id = ${id})`

/** The timeline of an account and its client, without the client's other accounts. */
export const accountStory: TimelineSource = {
  name: 'account',
  roles: viewerRoles,
  revealedBy: 'revealAccount',
  there: (hero) => ofUser('crossborder_accounts', hero),
  besides: (hero) => [sql`subject_type = 'client' and subject_id = ${clientOf(hero)}::text`],
  told: (hero, acts) => [
    historyTold(hero, acts, clientOf(hero), sql`and (reference_id = ${hero.id} or reference_id = client_id)`),
  ],
}
