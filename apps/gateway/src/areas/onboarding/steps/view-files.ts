import type { Tx } from '../../../http/transaction.ts'
import { findReadyFile, type ReadyFile } from '../../storage/hand-out-file.ts'
import { note } from '../activity-store.ts'
import { documentsOf } from '../documents/document-store.ts'
import { videosOf } from '../liveness/video-store.ts'
import { lockOnboarding } from '../onboarding-store.ts'

export interface ViewedFile {
  type: string
  legal_representative_id: string | null
  file: ReadyFile
}

/** The documents and videos of an onboarding, for an analyst. The activity records the view and the analyst. */
export async function viewFiles(tx: Tx, onboarding_id: string, actor: string): Promise<ViewedFile[]> {
  const onboarding = await lockOnboarding(tx, onboarding_id)
  if (!onboarding) return []
  const [papers, videos] = await Promise.all([documentsOf(tx, onboarding_id), videosOf(tx, onboarding_id)])
  const all = [...papers, ...videos.map((video) => ({ ...video, type: 'liveness_video' }))]
  const files = await Promise.all(
    all
      .toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
      .map(async ({ type, legal_representative_id, file_id }) => ({
        type,
        legal_representative_id,
        file: await findReadyFile(tx, file_id),
      })),
  )
  note(tx, onboarding, { what: 'files_viewed', actor: `analyst ${actor}` })
  return files.filter((one): one is ViewedFile => one.file !== undefined)
}
