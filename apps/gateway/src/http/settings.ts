import Type from 'typebox'
import { networks, secretRing } from '../platform/config/kinds.ts'

/** Trusted proxies, and how often a network may fail to authenticate. */
export const strangerSettings = {
  TRUSTED_PROXIES: networks('networks of the proxies in front, whose x-forwarded-for is trusted'),
  STRANGER_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 1,
    default: 60,
    description:
      'failed credentials per network (IPv6: /64) and process, before unknown credentials from there are rejected without verification',
  }),
}

export const trustedProxies = ({ TRUSTED_PROXIES }: { TRUSTED_PROXIES: string }): string[] =>
  TRUSTED_PROXIES.split(',').flatMap((network) => network.trim() || [])

export const gateSettings = {
  ...strangerSettings,
  HTTP_HOST: Type.String({ default: '127.0.0.1', description: 'where the API listens' }),
  HTTP_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080, description: 'port of the API' }),
  REPLAY_WINDOW_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 14_400,
    default: 7200,
    description: 'how long a repeat is blocked',
  }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 1,
    default: 400,
    description: 'requests per user and minute, over all processes together; a user may have a limit of its own',
  }),
}

export const signingSettings = {
  SIGNING_SECRET: secretRing(
    'secret that encrypts page states, signed addresses, webhook secrets and earlier values; the same in every process',
  ),
}
