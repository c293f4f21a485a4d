import sql, { raw, type Sql } from 'sql-template-tag'

/** The party whose document a case has: our customer, or the other end of a payment. */
export const parties = ['customer', 'counterparty'] as const

/** How the documents of a case are read, and how cases are found by a document. */
export interface Documents {
  /** `party` and `document` of one case. */
  of: (key: { id: string; user_id: string }) => Sql
  /** `id` and `opened_at` of the user's cases with this document. Absent where another query finds them. */
  having?: (user_id: string, document: string) => Sql
}

/** Of a Pix case, as recorded when the case came. */
export const documentsOfPayment = (kind: 'infraction' | 'refund' | 'recovery'): Documents => ({
  of: ({ id, user_id }) => sql`
    select party, document from case_documents
    where user_id = ${user_id} and kind = ${raw(`'${kind}'`)} and case_id = ${id}`,
  having: (user_id, document) => sql`
    select case_id as id, opened_at from case_documents
    where user_id = ${user_id} and document = ${document} and kind = ${raw(`'${kind}'`)}`,
})
