import Type from 'typebox'

/** The port that callers never reach, and how long a process may take to leave. */
export const internalSettings = {
  INTERNAL_HOST: Type.String({ default: '127.0.0.1', description: 'where health and metrics listen' }),
  INTERNAL_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 9090,
    description: 'port of health and metrics',
  }),
  STOP_TIMEOUT_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 30,
    description: 'hard limit of a graceful stop',
  }),
}
