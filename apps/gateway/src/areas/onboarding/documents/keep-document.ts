import { record } from '../../../events/record.ts'
import type { Tx } from '../../../http/transaction.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { type KeptFile, saveKeptFile } from '../../storage/keep-file.ts'
import { users } from '../events.ts'
import type { Onboarding } from '../onboarding.ts'
import { saveOnboarding } from '../onboarding-store.ts'
import { sentFor } from '../required-parts.ts'
import type { Document, DocumentPlace } from './document.ts'
import { addDocument, documentsOf, saveDocument } from './document-store.ts'

export type PlacedFile = { place: DocumentPlace; kept: KeptFile }

/**
 * Saves files as documents, under the lock of their onboarding. There is one document of each type, so a second file
 * replaces the first. Returns the updated onboarding and all its documents.
 */
export async function keepDocuments(
  tx: Tx,
  stored: Onboarding,
  files: PlacedFile[],
): Promise<{ onboarding: Onboarding; documents: Document[]; kept: Document[] }> {
  let documents = await documentsOf(tx, stored.id)
  const kept: Document[] = []
  // Always in the same order: two concurrent uploads of the same files would otherwise deadlock.
  for (const file of files.toSorted((a, b) => (a.kept.sha256 < b.kept.sha256 ? -1 : 1))) {
    const earlier = documents.find((document) => isAt(document, file.place))
    const document = await keepDocument(tx, stored, file, earlier)
    documents = [...documents.filter((one) => one !== earlier), document]
    kept.push(document)
  }
  const onboarding = withNextVersion(stored, {}, tx.now)
  saveOnboarding(tx, onboarding)
  const { legal_representative_id = null } = kept[0] ?? {}
  record(tx, users.onboarding.documents_attached(onboarding, { legal_representative_id }))
  return { onboarding, documents, kept }
}

function isAt(document: Document, place: DocumentPlace): boolean {
  return document.type === place.type && document.legal_representative_id === place.legal_representative_id
}

async function keepDocument(
  tx: Tx,
  { product_id }: Onboarding,
  { place, kept }: PlacedFile,
  earlier: Document | undefined,
): Promise<Document> {
  const { id: file_id, content_type, size } = await saveKeptFile(tx, kept, sentFor({ ...place, product_id }))
  const file = { file_id, file_name: kept.file_name, content_type, size }
  if (earlier) {
    const document = withNextVersion(earlier, { ...place, ...file }, tx.now)
    saveDocument(tx, document)
    return document
  }
  const at = tx.now.toISOString()
  const made = { version: 1, created_at: at, updated_at: at }
  const document = { ...place, ...file, product_id, id: uuidv7(tx.now.getTime()), ...made }
  addDocument(tx, document)
  return document
}
