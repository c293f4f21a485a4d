import Type from 'typebox'

export const storageSettings = {
  STORAGE_QUOTA_MB: Type.Integer({
    minimum: 1,
    default: 100_000,
    description: 'what one user may have of files, kept and with an upload begun',
  }),
}

export const sweepSettings = {
  STRAY_FILE_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    default: 35,
    description: 'how long bytes that no file needs are left, in case a backup is restored that needs them',
  }),
}
