import sql from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import { findReadyFile, type ReadyFile } from '../../storage/hand-out-file.ts'
import { lockOnboarding } from '../onboarding-store.ts'
import { note } from './activity.ts'

export interface ViewedFile {
  type: string
  legal_representative_id: string | null
  file: ReadyFile
}

/** The papers and videos of an onboarding, for an analyst. That they were looked at, and by whom, is in the activity. */
export async function viewFiles(tx: Tx, onboarding_id: string, actor: string): Promise<ViewedFile[]> {
  const onboarding = await lockOnboarding(tx, onboarding_id)
  if (!onboarding) return []
  const { user_id } = tx.scope
  const rows = await tx.query<Omit<ViewedFile, 'file'> & { file_id: string }>(sql`
    select type, legal_representative_id, file_id, created_at from onboarding_documents
    where user_id = ${user_id} and onboarding_id = ${onboarding_id}
    union all
    select 'liveness_video', legal_representative_id, file_id, created_at from liveness_videos
    where user_id = ${user_id} and onboarding_id = ${onboarding_id}
    order by created_at`)
  const files = await Promise.all(
    rows.map(async ({ type, legal_representative_id, file_id }) => ({
      type,
      legal_representative_id,
      file: await findReadyFile(tx, file_id),
    })),
  )
  note(tx, onboarding, { what: 'files_viewed', actor: `analyst ${actor}` })
  return files.filter((one): one is ViewedFile => one.file !== undefined)
}
