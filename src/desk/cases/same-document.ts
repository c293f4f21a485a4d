import sql, { raw, type Sql } from 'sql-template-tag'

/** Whose document a case has: that of our customer, or that of who stands at the other end of a payment. */
export const parties = ['customer', 'counterparty'] as const

/** Whose cases these are, where a document says so. */
export interface Documents {
  /** `party` and `document` of one case. */
  of: (key: { id: string; user_id: string }) => Sql
  /** `id` and `opened_at` of the cases of a user that have this document. Absent where they are told by something else. */
  having?: (user_id: string, document: string) => Sql
}

/** Of a case of Pix, as it was noted when the case came. */
export const documentsOfPayment = (kind: 'infraction' | 'refund' | 'recovery'): Documents => ({
  of: ({ id, user_id }) => sql`
    select party, document from case_documents
    where user_id = ${user_id} and kind = ${raw(`'${kind}'`)} and case_id = ${id}`,
  having: (user_id, document) => sql`
    select case_id as id, opened_at from case_documents
    where user_id = ${user_id} and document = ${document} and kind = ${raw(`'${kind}'`)}`,
})
