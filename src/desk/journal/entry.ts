/** What somebody did, as the journal keeps it: who, from where, in which role, what, to what, why, before and after. */
export interface Act {
  /** The issuer's `sub` of who did it; the name of the login for a command that comes before there are people. */
  actor_id: string
  actor_name: string
  actor_kind: 'person' | 'machine' | 'bootstrap' | 'gateway'
  role: string
  credential_id: string | null
  network: string | null
  /** The name of the desk's operation or of the command. */
  operation: string
  reason: string | null
  /** Whose records it is about, where they are somebody's. */
  user_id: string | null
  subject_type: string
  subject_id: string
  /** The proposal that was carried out, where it needed a second pair of eyes. */
  proposal_id: string | null
  request_id: string
  /** States and ids, in the open. What is personal goes into `sealed`. */
  changes: Record<string, unknown>
  sealed: Record<string, unknown> | null
  /** Rows that have no events of their own, and that this act leaves behind: the database holds each to its entry. */
  records: { table: string; key: string }[]
}
