import type { Static } from 'typebox'
import type { OperationCall } from '../../../http/route.ts'
import type { Settings } from '../../../platform/config/settings.ts'
import { type FileServices, keepFile, keepFileErrors } from '../../storage/keep-file.ts'
import { videoRule, videoRulesBroken } from '../liveness/errors.ts'
import { VIDEO_BYTES_MAX, type VideoFields } from '../liveness/video.ts'
import { readMedia } from './read-media.ts'
import type { videoSettings } from './settings.ts'
import { findSameVideo, foundSubject, type LivenessSubject, type SentVideo, takeVideoErrors } from './take-video.ts'

export interface VideoServices extends FileServices {
  settings: FileServices['settings'] & Settings<typeof videoSettings>
}

const HOUR_MS = 3_600_000

export const videoMultipart = {
  files: { video: { required: true, description: 'MP4 or QuickTime, at most 50 MB.' } },
  bytesMax: VIDEO_BYTES_MAX,
}
export const videoErrors = [...keepFileErrors, ...takeVideoErrors, videoRulesBroken]

/**
 * Receives the multipart body of a video. The bytes are accepted only for an existing subject, and the video is parsed
 * last, only when it would be accepted.
 */
export async function receiveVideo<Params>(
  services: VideoServices,
  { scope, now, receive, look }: OperationCall<Params, object, Static<typeof VideoFields>>,
  subject: LivenessSubject,
): Promise<SentVideo> {
  await look((tx) => foundSubject(tx, subject))
  const { fields, files } = await receive((file) => keepFile(services, scope, 'ONBOARDING_LIVENESS_VIDEOS', file))
  const kept = files[0]!
  refuseAge(now.getTime() - Date.parse(fields.captured_at), services.settings.LIVENESS_CAPTURE_HOURS)
  const { user_id } = scope
  const same = await look((tx) => findSameVideo(tx, subject, kept.sha256))
  const facts = same ?? (await readMedia(services.objects, { user_id, key: kept.object_key, size: kept.size }))
  if (!facts) throw videoRulesBroken({ errors: [videoRule('/body/video', 'NOT_A_VIDEO')] })
  const { duration_ms, codec, width, height } = facts
  return { ...fields, duration_ms, codec, width, height, kept }
}

function refuseAge(ageMs: number, hoursMax: number): void {
  const at = '/body/captured_at'
  if (ageMs < 0) throw videoRulesBroken({ errors: [videoRule(at, 'IN_FUTURE')] })
  if (ageMs > hoursMax * HOUR_MS) throw videoRulesBroken({ errors: [videoRule(at, 'TOO_OLD')] })
}
