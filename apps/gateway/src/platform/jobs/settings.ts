import Type from 'typebox'

export const jobSettings = {
  JOB_RETENTION_MINUTES: Type.Integer({
    minimum: 1,
    maximum: 7 * 24 * 60,
    default: 60,
    description: 'how many minutes jobs that succeeded are kept; jobs that failed are kept for seven days',
  }),
}
