import Type from 'typebox'
import { uuidv7 } from '../../../base/ids.ts'
import { DateTime, moment, openEnum, Uuid } from '../../../gate/schema.ts'
import { text } from '../fields.ts'

/**
 *   UPLOADED    its bytes are safe, nobody has judged it yet
 *   PROCESSING  it is being judged
 *   COMPLETED   it was judged, whatever the verdict
 *   FAILED      it could not be judged; another one may be sent
 */
export const videoStates = ['UPLOADED', 'PROCESSING', 'COMPLETED', 'FAILED'] as const
export type VideoState = (typeof videoStates)[number]

/** What the bytes themselves say. */
export interface MediaFacts {
  duration_ms: number
  codec: string
  width: number
  height: number
}

export interface Video extends MediaFacts {
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
  version: number
  created_at: string
  updated_at: string
}

/** The largest video there may be, through the API and from the page. */
export const VIDEO_BYTES_MAX = 50_000_000

/** Milliseconds and zone are both required: a time that leaves either open is a time that means two things. */
const milliseconds = '\\.\\d{3}'

export const VideoFields = Type.Object(
  {
    liveness_provider: text(255, 'Who verified the capture.'),
    liveness_provider_transaction_id: text(255, 'What that provider calls it, for audits.'),
    captured_at: moment(
      'When it was recorded: ISO 8601 with milliseconds and zone. Not in the future, and recent.',
      milliseconds,
    ),
  },
  { additionalProperties: false, title: 'LivenessVideoFields' },
)

export const VideoReply = Type.Object(
  {
    id: Uuid,
    onboarding_id: Uuid,
    legal_representative_id: Type.Optional(Uuid),
    file_id: Uuid,
    state: openEnum(videoStates),
    captured_at: DateTime,
    created_at: DateTime,
  },
  { title: 'LivenessVideo' },
)

type Given = Omit<Video, 'id' | 'state' | 'version' | 'created_at' | 'updated_at'> & { id?: string }

export function newVideo(given: Given, now: Date): Video {
  const at = now.toISOString()
  return { id: uuidv7(now.getTime()), ...given, state: 'UPLOADED', version: 1, created_at: at, updated_at: at }
}

/** What our page records, by what the browser calls it. The name is ours: a person's own file name is not kept. */
export const pageVideos = {
  'video/webm': 'liveness.webm',
  'video/mp4': 'liveness.mp4',
  'video/quicktime': 'liveness.mov',
}
export type PageVideoType = keyof typeof pageVideos
