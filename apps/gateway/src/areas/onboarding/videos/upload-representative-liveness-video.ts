import Type from 'typebox'
import { route } from '../../../http/route.ts'
import { Uuid } from '../../../http/schema.ts'
import { VideoFields, VideoReply } from '../liveness/video.ts'
import { receiveVideo, type VideoServices, videoErrors, videoMultipart } from './receive-video.ts'
import { takeVideo } from './take-video.ts'
import { texts } from './texts.ts'

/** The video of one representative. The first one sets the method for the whole company, and no links are made. */
export const uploadRepresentativeLivenessVideo = route({
  name: 'uploadRepresentativeLivenessVideo',
  ...texts.uploadRepresentativeLivenessVideo,
  method: 'POST',
  path: '/v2/users/onboardings/:id/legal-representatives/:legal_representative_id/liveness/video',
  params: Type.Object({ id: Uuid, legal_representative_id: Uuid }),
  body: VideoFields,
  multipart: videoMultipart,
  reply: { 201: VideoReply },
  errors: videoErrors,

  async handle(call, services: VideoServices) {
    const { id: onboarding_id, legal_representative_id } = call.params
    const subject = { person_type: 'LEGAL_PERSON', onboarding_id, legal_representative_id } as const
    const sent = await receiveVideo(services, call, subject)
    return call.transaction((tx) => takeVideo(tx, subject, sent))
  },
})
