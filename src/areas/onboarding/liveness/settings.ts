import Type from 'typebox'

export const livenessSettings = {
  LIVENESS_CAPTURE_HOURS: Type.Integer({
    minimum: 1,
    default: 24,
    description: 'how long ago a liveness video sent through the API may have been recorded',
  }),
  LIVENESS_ATTEMPTS_MAX: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 5,
    description: 'how many videos the liveness page takes from one person',
  }),
}
