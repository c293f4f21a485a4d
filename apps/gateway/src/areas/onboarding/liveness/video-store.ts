import sql, { empty } from 'sql-template-tag'
import { repository, scopeFilter } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { type Video, VideoRecord } from './video.ts'

const videos = repository<Video>('liveness_videos', VideoRecord, {
  under: 'onboarding_id',
  fixed: [
    'id',
    'onboarding_id',
    'liveness_id',
    'legal_representative_id',
    'file_id',
    'sha256',
    'liveness_provider',
    'liveness_provider_transaction_id',
    'captured_at',
    'duration_ms',
    'codec',
    'width',
    'height',
    'created_at',
  ],
})

export const addVideo = videos.add
export const saveVideo = videos.save

/**
 * The videos of an onboarding, or of one of its livenesses, newest first. There is one for each failed attempt, and
 * one more.
 */
export function videosOf(tx: Tx, onboarding_id: string, liveness_id?: string): Promise<Video[]> {
  return tx.query<Video>(sql`
    select ${videos.columns} from liveness_videos
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id}
      ${liveness_id === undefined ? empty : sql`and liveness_id = ${liveness_id}`}
    order by created_at desc, id desc`)
}

export async function latestVideo(tx: Tx, onboarding_id: string, liveness_id: string): Promise<Video | undefined> {
  const [video] = await videosOf(tx, onboarding_id, liveness_id)
  return video
}
