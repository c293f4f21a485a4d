import Type, { type Static } from 'typebox'
import type { OfProduct, StoredRecord } from '../../../http/repository.ts'
import { DateTime, line, moment, openEnum, Uuid } from '../../../http/schema.ts'
import { uuidv7 } from '../../../platform/ids.ts'

/**
 *   UPLOADED    its bytes are stored, and no check has begun
 *   PROCESSING  it is being checked
 *   COMPLETED   it was checked, whatever the verdict
 *   FAILED      it could not be checked; another one may be sent
 *   DISCARDED   the person's document was corrected since; it, or another one, may be sent again
 */
export const videoStates = ['UPLOADED', 'PROCESSING', 'COMPLETED', 'FAILED', 'DISCARDED'] as const

/** Facts that are read from the bytes. */
const facts = {
  duration_ms: Type.Integer(),
  codec: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
}
const Facts = Type.Object(facts)
export type MediaFacts = Static<typeof Facts>

export const VideoRecord = Type.Object({
  id: Uuid,
  onboarding_id: Uuid,
  liveness_id: Uuid,
  legal_representative_id: Type.Optional(Uuid),
  file_id: Uuid,
  sha256: Type.String(),
  state: openEnum(videoStates),
  /** The provider that verified the capture before it was sent. Absent for a video from our own page. */
  liveness_provider: Type.Optional(Type.String()),
  liveness_provider_transaction_id: Type.Optional(Type.String()),
  captured_at: DateTime,
  ...facts,
  created_at: DateTime,
  updated_at: DateTime,
})
export type Video = StoredRecord<typeof VideoRecord, OfProduct>

/** Whether the video counts. A failed or discarded one may be replaced. */
export const counts = ({ state }: Pick<Video, 'state'>) => state !== 'FAILED' && state !== 'DISCARDED'

/** The maximum size of a video, through the API and from the page. */
export const VIDEO_BYTES_MAX = 50_000_000

/** Milliseconds and time zone are both required: without either, the time is ambiguous. */
const milliseconds = '\\.\\d{3}'

export const VideoFields = Type.Object(
  {
    liveness_provider: line(255, 'The provider that verified the capture.'),
    liveness_provider_transaction_id: line(255, 'The id at that provider, for audits.'),
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

type NewVideo = Omit<Video, 'id' | 'state' | 'version' | 'created_at' | 'updated_at'> & { id?: string }

export function newVideo(given: NewVideo, now: Date): Video {
  const at = now.toISOString()
  return { id: uuidv7(now.getTime()), ...given, state: 'UPLOADED', version: 1, created_at: at, updated_at: at }
}
