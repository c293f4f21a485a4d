import type { TestGateway } from './gateway.ts'

export interface JournalRow {
  [member: string]: unknown
  sequence: string
  changes: Record<string, unknown>
}

/** The entries about one record, in order. */
export async function journalOf({ db }: TestGateway, subject_id: string): Promise<JournalRow[]> {
  const { rows } = await db.admin.query<JournalRow>('select * from audit_log where subject_id = $1 order by sequence', [
    subject_id,
  ])
  return rows
}
