import Type from 'typebox'

export const livenessPageSettings = {
  LIVENESS_ATTEMPTS_MAX: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 5,
    description: 'how many videos the liveness page takes from one person',
  }),
}
