import type { Route } from '../../../gate/route.ts'
import type { LivenessAddresses } from './address.ts'
import { getLiveness } from './get-liveness.ts'
import { listRepresentativeLivenesses } from './list-representative-livenesses.ts'
import type { VideoServices } from './receive-video.ts'
import { uploadLivenessVideo } from './upload-liveness-video.ts'
import { uploadRepresentativeLivenessVideo } from './upload-representative-liveness-video.ts'

export interface LivenessServices extends VideoServices {
  livenessAddresses: LivenessAddresses
  /** How many videos the page takes from one person. */
  livenessAttemptsMax: number
}

export const livenessRoutes = (services: LivenessServices): Route[] => [
  getLiveness(services),
  uploadLivenessVideo(services),
  listRepresentativeLivenesses(services),
  uploadRepresentativeLivenessVideo(services),
]
