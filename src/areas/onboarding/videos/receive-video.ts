import type { Static } from 'typebox'
import type { Settings } from '../../../base/config/settings.ts'
import type { Call } from '../../../gate/route.ts'
import { type FileServices, keepFile, keepFileErrors } from '../../storage/keep-file.ts'
import { videoRule, videoRulesBroken } from '../liveness/errors.ts'
import { VIDEO_BYTES_MAX, type VideoFields } from '../liveness/video.ts'
import { readMedia } from './read-media.ts'
import type { videoSettings } from './settings.ts'
import { type SentVideo, takeVideoErrors } from './take-video.ts'

export interface VideoServices extends FileServices {
  settings: Settings<typeof videoSettings>
}

const HOUR_MS = 3_600_000

export const videoMultipart = {
  files: { video: { required: true, description: 'MP4 or QuickTime, at most 50 MB.' } },
  bytesMax: VIDEO_BYTES_MAX,
}
export const videoErrors = [...keepFileErrors, ...takeVideoErrors, videoRulesBroken]

/** Takes in the multipart body of a video. Everything that can be judged without a record is judged before one is opened. */
export async function receiveVideo<Params>(
  services: VideoServices,
  { scope, now, receive }: Call<Params, object, Static<typeof VideoFields>>,
): Promise<SentVideo> {
  const { fields, files } = await receive((file) => keepFile(services, scope, 'ONBOARDING_LIVENESS_VIDEOS', file))
  const kept = files[0]!
  const facts = await readMedia(services.objects, kept.object_key, kept.size)
  const ageMs = now.getTime() - Date.parse(fields.captured_at)
  const errors = [
    ...(facts ? [] : [videoRule('/body/video', 'NOT_A_VIDEO')]),
    ...(ageMs < 0 ? [videoRule('/body/captured_at', 'IN_FUTURE')] : []),
    ...(ageMs > services.settings.LIVENESS_CAPTURE_HOURS * HOUR_MS ? [videoRule('/body/captured_at', 'TOO_OLD')] : []),
  ]
  if (!facts || errors.length > 0) throw videoRulesBroken({ errors })
  return { ...fields, ...facts, kept }
}
