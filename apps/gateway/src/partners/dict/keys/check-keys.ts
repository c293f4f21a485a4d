import type { X509Certificate } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { type Check, degraded, ready } from '../../../platform/http/readiness.ts'
import { isValid, keyAt, type SigningKeys } from './signing-keys.ts'

/** The lead time for a new certificate, which must be requested, issued, and registered at BACEN before its use. */
export const RENEW_MS = 30 * 24 * 3_600_000

/**
 * Readiness check of the DICT keys and certificates. It never makes the process unready: operations without DICT work,
 * and the others are retried.
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
