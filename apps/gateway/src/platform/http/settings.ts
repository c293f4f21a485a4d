import Type from 'typebox'
import { neededWith, pemText } from '../config/kinds.ts'

/** Settings of the internal port, and the time limit of a shutdown. */
export const internalSettings = {
  INTERNAL_HOST: Type.String({ default: '127.0.0.1', description: 'where health and metrics listen' }),
  INTERNAL_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 9090,
    description: 'port of health and metrics',
  }),
  INTERNAL_TLS_CERTIFICATE: Type.Optional(
    pemText('certificate of the internal port, which then takes TLS only', neededWith('INTERNAL_TLS_KEY')),
  ),
  INTERNAL_TLS_KEY: Type.Optional(
    pemText('key of that certificate', { secret: true, ...neededWith('INTERNAL_TLS_AUTHORITIES') }),
  ),
  INTERNAL_TLS_AUTHORITIES: Type.Optional(
    pemText(
      'certificate authorities of client certificates: with them every request on the internal port except /livez and /readyz requires one',
      neededWith('INTERNAL_TLS_CERTIFICATE'),
    ),
  ),
  STOP_TIMEOUT_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 30,
    description: 'hard limit of a graceful stop',
  }),
}
