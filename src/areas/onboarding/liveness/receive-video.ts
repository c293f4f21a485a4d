import type { Static } from 'typebox'
import type { Call } from '../../../gate/route.ts'
import { keepFileErrors, openKeepFile } from '../../storage/keep-file.ts'
import { videoRule, videoRulesBroken } from './errors.ts'
import { readMedia } from './media.ts'
import { type SentVideo, takeVideoErrors } from './take-video.ts'
import { VIDEO_BYTES_MAX, type VideoFields } from './video.ts'

export type VideoServices = Parameters<typeof openKeepFile>[0] & {
  /** How long ago a video may have been recorded. */
  livenessCaptureHours: number
}

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
  const keepFile = openKeepFile(services)
  const { fields, files } = await receive((file) => keepFile(scope, 'ONBOARDING_LIVENESS_VIDEOS', file))
  const kept = files[0]!
  const facts = await readMedia(services.objects, kept.object_key, kept.size)
  const ageMs = now.getTime() - Date.parse(fields.captured_at)
  const errors = [
    ...(facts ? [] : [videoRule('/body/video', 'NOT_A_VIDEO')]),
    ...(ageMs < 0 ? [videoRule('/body/captured_at', 'IN_FUTURE')] : []),
    ...(ageMs > services.livenessCaptureHours * 3_600_000 ? [videoRule('/body/captured_at', 'TOO_OLD')] : []),
  ]
  if (!facts || errors.length > 0) throw videoRulesBroken({ errors })
  return { ...fields, ...facts, kept }
}
