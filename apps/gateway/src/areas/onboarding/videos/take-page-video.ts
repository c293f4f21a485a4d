import type { Tx } from '../../../http/transaction.ts'
import { withNextVersion, withoutVersionBump } from '../../../platform/record-version.ts'
import type { Liveness } from '../liveness/liveness.ts'
import { saveLiveness } from '../liveness/liveness-store.ts'
import type { OpenedAddress } from '../liveness/open-address.ts'
import { keepVideo, type SavedVideo } from './keep-video.ts'

type PageVideo = Omit<SavedVideo, 'liveness_provider' | 'liveness_provider_transaction_id'>

/** Records a video from our page, under the lock of its link: counts an attempt, and enqueues its check. */
export async function takePageVideo(tx: Tx, { onboarding, liveness }: OpenedAddress, video: PageVideo): Promise<void> {
  const submitted_at = tx.now.toISOString()
  const attempts = liveness.attempts + 1
  const submitted = withNextVersion(liveness, { status: 'IN_ANALYSIS', submitted_at, attempts }, tx.now)
  saveLiveness(tx, submitted)
  const provider = { liveness_provider: null, liveness_provider_transaction_id: null }
  await keepVideo(tx, onboarding, submitted, { ...video, ...provider })
}

/** Counts an attempt, also for a file that is no video. */
export function countAttempt(tx: Tx, stored: Liveness): void {
  saveLiveness(tx, withoutVersionBump(stored, { attempts: stored.attempts + 1 }, tx.now))
}
