import Type from 'typebox'

export const storageSettings = {
  STORAGE_QUOTA_MB: Type.Integer({
    minimum: 1,
    default: 100_000,
    description: 'what one user may have of files, kept and with an upload begun',
  }),
}
