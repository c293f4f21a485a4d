import { route } from '../../../http/route.ts'
import { OnboardingPath } from '../fields.ts'
import { VideoFields, VideoReply } from '../liveness/video.ts'
import { receiveVideo, type VideoServices, videoErrors, videoMultipart } from './receive-video.ts'
import { takeVideo } from './take-video.ts'
import { texts } from './texts.ts'

/** The video of a natural person. The first one sets the method, and no link is made. */
export const uploadLivenessVideo = route({
  name: 'uploadLivenessVideo',
  ...texts.uploadLivenessVideo,
  method: 'POST',
  path: '/v2/users/onboardings/:id/liveness/video',
  params: OnboardingPath,
  body: VideoFields,
  multipart: videoMultipart,
  reply: { 201: VideoReply },
  errors: videoErrors,

  async handle(call, services: VideoServices) {
    const person = { onboarding_id: call.params.id, legal_representative_id: null }
    const subject = { person_type: 'NATURAL_PERSON', ...person } as const
    const sent = await receiveVideo(services, call, subject)
    return call.transaction((tx) => takeVideo(tx, subject, sent))
  },
})
