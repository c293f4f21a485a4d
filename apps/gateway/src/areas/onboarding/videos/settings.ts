import Type from 'typebox'

export const videoSettings = {
  LIVENESS_CAPTURE_HOURS: Type.Integer({
    minimum: 1,
    default: 24,
    description: 'how long ago a liveness video sent through the API may have been recorded',
  }),
}
