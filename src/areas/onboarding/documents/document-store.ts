import sql, { join, raw } from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import { type Document, DocumentReply } from './document.ts'

const names = [...Object.keys(DocumentReply.properties), 'version'] as (keyof Document)[]
const columns = raw(names.join(', '))

/** Every document of an onboarding: the person's or the company's, and those of its representatives. */
export function documentsOf(tx: Tx, onboarding_id: string): Promise<Document[]> {
  return tx.query<Document>(sql`
    select ${columns} from onboarding_documents
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id}
    order by created_at, id`)
}

/** Those of one of them; null is the person or the company itself. */
export async function documentsOfOne(
  tx: Tx,
  onboarding_id: string,
  legal_representative_id: string | null,
): Promise<Document[]> {
  const documents = await documentsOf(tx, onboarding_id)
  return documents.filter((document) => document.legal_representative_id === legal_representative_id)
}

export function insertDocument(tx: Tx, document: Document): void {
  tx.write(sql`
    insert into onboarding_documents (user_id, ${columns})
    values (${tx.scope.user_id}, ${join(names.map((name) => document[name]))})`)
}

export function saveDocument(tx: Tx, document: Document): void {
  tx.write(sql`
    update onboarding_documents set identity_document_type = ${document.identity_document_type},
      file_id = ${document.file_id}, file_name = ${document.file_name}, content_type = ${document.content_type},
      size = ${document.size}, version = ${document.version}, updated_at = ${document.updated_at}
    where user_id = ${tx.scope.user_id} and onboarding_id = ${document.onboarding_id} and id = ${document.id}`)
}
