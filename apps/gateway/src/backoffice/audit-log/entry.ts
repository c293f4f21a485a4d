/** Audit log entry: who did what to what, from where, in which role, why, with the values before and after. */
export interface AuditLogEntry {
  /** The issuer's `sub` of the person. The name of the database login for a bootstrap command. */
  actor_id: string
  actor_name: string
  actor_kind: 'person' | 'machine' | 'bootstrap' | 'gateway'
  role: string
  credential_id: string | null
  network: string | null
  /** The name of the desk's operation or of the command. */
  operation: string
  reason: string | null
  /** The owner of the records, where they have one. */
  user_id: string | null
  subject_type: string
  subject_id: string
  /** The proposal that was carried out, where four-eyes approval was required. */
  proposal_id: string | null
  request_id: string
  /** States and ids, in plain text. Personal values go into `sealed`. */
  changes: Record<string, unknown>
  sealed: Record<string, unknown> | null
  /** Rows without events of their own that this act wrote. The database checks each against its entry. */
  records: { table: string; key: string }[]
}
