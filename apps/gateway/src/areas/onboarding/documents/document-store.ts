import sql from 'sql-template-tag'
import { repository, scopeFilter } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { type Document, DocumentReply } from './document.ts'

const documents = repository<Document>('onboarding_documents', DocumentReply, {
  under: 'onboarding_id',
  fixed: ['id', 'onboarding_id', 'legal_representative_id', 'type', 'created_at'],
})

export const addDocument = documents.add
export const saveDocument = documents.save

/** Every document of an onboarding: those of the person or company, and those of its representatives. */
export function documentsOf(tx: Tx, onboarding_id: string): Promise<Document[]> {
  return tx.query<Document>(sql`
    select ${documents.columns} from onboarding_documents
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id}
    order by created_at, id`)
}

/** The documents of one representative, or with null those of the person or company. */
export async function documentsOfOne(
  tx: Tx,
  onboarding_id: string,
  legal_representative_id: string | null,
): Promise<Document[]> {
  const all = await documentsOf(tx, onboarding_id)
  return all.filter((document) => document.legal_representative_id === legal_representative_id)
}
