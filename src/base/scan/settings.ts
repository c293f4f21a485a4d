import Type from 'typebox'

export const scanSettings = {
  CLAMD_HOST: Type.Optional(Type.String({ minLength: 1, description: 'host of clamd, if files are scanned' })),
  CLAMD_PORT: Type.Integer({ minimum: 1, maximum: 65_535, default: 3310, description: 'port of clamd' }),
  CLAMD_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 25_000,
    default: 15_000,
    description: 'read timeout of the connection to clamd',
  }),
}
