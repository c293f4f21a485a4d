import type { X509Certificate } from 'node:crypto'
import type { Clock } from '../../../base/clock.ts'
import { type Check, degraded, ready } from '../../../base/http/readiness.ts'
import { isValid, keyAt, type SigningKeys } from './signing-keys.ts'

/** A certificate is asked for, issued, and made known to BACEN before it can be used. */
export const RENEW_MS = 30 * 24 * 3_600_000

/**
 * Whether we can speak to DICT, and for how long. It is never a reason to turn requests away: all that does not go to
 * DICT is done without, and what does is tried again.
 */
export function checkKeys(connection: X509Certificate, signing: SigningKeys, clock: Clock): Check {
  const unanswered = { reason: 'the keys for DICT could not be looked at', action: 'restart, and read the log' }
  return {
    name: 'dict_keys',
    unanswered,
    around: true,
    look() {
      const trouble = signing.trouble()
      if (trouble) return degraded(trouble.reason, trouble.action)
      const now = clock.now()
      if (!isValid(connection, now)) return ending('DICT_TLS_CERTIFICATE is not valid today')
      if (!keyAt(signing, now)) return ending('no DICT_SIGNING_CERTIFICATE is valid today')
      const soon = new Date(now.getTime() + RENEW_MS)
      if (connection.validToDate < soon) return ending(`DICT_TLS_CERTIFICATE ends ${day(connection.validToDate)}`)
      const last = new Date(Math.max(...signing.keys.map(({ certificate }) => certificate.validToDate.getTime())))
      if (last < soon) return ending(`the last DICT_SIGNING_CERTIFICATE ends ${day(last)}`)
      return ready
    },
  }
}

const ending = (reason: string) => degraded(reason, 'have another issued and follow docs/guides/dict-keys.md')

const day = (moment: Date) => `on ${moment.toISOString().slice(0, 10)}`
