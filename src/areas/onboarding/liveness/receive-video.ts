import type { Static } from 'typebox'
import type { Call } from '../../../gate/route.ts'
import { type Ground, runForUser } from '../../../gate/transaction.ts'
import { keepFileErrors, openKeepFile, type StorageServices } from '../../storage/keep-file.ts'
import { videoRule, videoRulesBroken } from './errors.ts'
import { readMedia } from './media.ts'
import { findSameVideo, type SentVideo, type Subject, takeVideoErrors } from './take-video.ts'
import { VIDEO_BYTES_MAX, type VideoFields } from './video.ts'

export interface VideoServices extends StorageServices, Ground {
  /** How long ago a video may have been recorded. */
  livenessCaptureHours: number
}

export const videoMultipart = {
  files: { video: { required: true, description: 'MP4 or QuickTime, at most 50 MB.' } },
  bytesMax: VIDEO_BYTES_MAX,
}
export const videoErrors = [...keepFileErrors, ...takeVideoErrors, videoRulesBroken]

/** Takes in the multipart body of a video. A film is looked into last, and only for somebody who would have it taken. */
export async function receiveVideo<Params>(
  services: VideoServices,
  { scope, now, receive }: Call<Params, object, Static<typeof VideoFields>>,
  subject: Subject,
): Promise<SentVideo> {
  const keepFile = openKeepFile(services)
  const { fields, files } = await receive((file) => keepFile(scope, 'ONBOARDING_LIVENESS_VIDEOS', file))
  const kept = files[0]!
  refuseAge(now.getTime() - Date.parse(fields.captured_at), services.livenessCaptureHours)
  const { user_id } = scope
  const same = await runForUser(services, user_id, 'find-same-video', now, (tx) =>
    findSameVideo(tx, subject, kept.sha256),
  )
  const facts = same ?? (await readMedia(services.objects, { user_id, key: kept.object_key, size: kept.size }))
  if (!facts) throw videoRulesBroken({ errors: [videoRule('/body/video', 'NOT_A_VIDEO')] })
  const { duration_ms, codec, width, height } = facts
  return { ...fields, duration_ms, codec, width, height, kept }
}

function refuseAge(ageMs: number, hoursMax: number): void {
  const at = '/body/captured_at'
  if (ageMs < 0) throw videoRulesBroken({ errors: [videoRule(at, 'IN_FUTURE')] })
  if (ageMs > hoursMax * 3_600_000) throw videoRulesBroken({ errors: [videoRule(at, 'TOO_OLD')] })
}
