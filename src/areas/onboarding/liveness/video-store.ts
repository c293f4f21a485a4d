import sql, { join, raw } from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import type { Video } from './video.ts'

const fixed = [
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
] as const satisfies (keyof Video)[]
const moving = ['state', 'version', 'updated_at'] as const satisfies (keyof Video)[]
const names = [...fixed, ...moving]
const columns = raw(names.join(', '))

/** All videos of a liveness, the newest first. There are as many as there were technical failures, and one. */
export function videosOf(tx: Tx, liveness_id: string, onboarding_id: string): Promise<Video[]> {
  return tx.query<Video>(sql`
    select ${columns} from liveness_videos
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id} and liveness_id = ${liveness_id}
    order by created_at desc, id desc`)
}

export async function latestVideo(tx: Tx, liveness_id: string, onboarding_id: string): Promise<Video | undefined> {
  const [video] = await videosOf(tx, liveness_id, onboarding_id)
  return video
}

export function insertVideo(tx: Tx, video: Video): void {
  tx.write(sql`
    insert into liveness_videos (user_id, ${columns})
    values (${tx.scope.user_id}, ${join(names.map((name) => video[name]))})`)
}

export function saveVideo(tx: Tx, video: Video): void {
  const changes = moving.map((name) => sql`${raw(name)} = ${video[name]}`)
  tx.write(sql`
    update liveness_videos set ${join(changes)}
    where user_id = ${tx.scope.user_id} and onboarding_id = ${video.onboarding_id} and id = ${video.id}`)
}
