import Type from 'typebox'

export const storageSettings = {
  STORAGE_QUOTA_MB: Type.Integer({
    minimum: 1,
    default: 100_000,
    description: 'storage quota of one user, for stored files and open uploads',
  }),
}

export const sweepSettings = {
  STRAY_FILE_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    default: 35,
    description: 'how long orphaned content is kept, in case a restored backup needs it',
  }),
}
