/**
 *   UPLOADED    its bytes are safe, nobody has judged it yet
 *   PROCESSING  it is being judged
 *   COMPLETED   it was judged, whatever the verdict
 *   FAILED      it could not be judged; another one may be sent
 */
export type VideoState = 'UPLOADED' | 'PROCESSING' | 'COMPLETED' | 'FAILED'

export interface Video {
  id: string
  onboarding_id: string
  liveness_id: string
  legal_representative_id: string | null
  file_id: string
  sha256: string
  state: VideoState
  /** Who verified the capture before it was sent here. Null when our own page made it. */
  liveness_provider: string | null
  liveness_provider_transaction_id: string | null
  captured_at: string
  duration_ms: number
  codec: string
  width: number
  height: number
  version: number
  created_at: string
  updated_at: string
}
