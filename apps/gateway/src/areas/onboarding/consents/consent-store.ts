import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import sql from 'sql-template-tag'
import { scopeFilter } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import type { Onboarding } from '../onboarding.ts'
import type { Terms } from './terms.ts'

export const consentKinds = ['TERMS', 'LIVENESS'] as const

/** Evidence of one consent, as stored. Null means that the integrator did not state the field. */
export interface Consent {
  id: string
  kind: (typeof consentKinds)[number]
  legal_representative_id: string | null
  version: string | null
  language: string | null
  text_sha256: string | null
  text: string | null
  accepted_at: string | null
  ip_address: string | null
  authenticated_user_id: string | null
  request_id: string
  recorded_at: string
}

/** Records what the integrator states about the terms. The acceptance is recorded even when nothing else is stated. */
export function addTermsConsent(tx: Tx, { id, product_id }: Onboarding, terms: Terms = {}): void {
  const { version = null, language = null, sha256 = null, accepted_at = null, ip_address } = terms
  tx.write(sql`
    insert into onboarding_consents (user_id, product_id, onboarding_id, id, kind, version, language, text_sha256, accepted_at,
      ip_address, authenticated_user_id, request_id, recorded_at)
    values (${tx.scope.user_id}, ${product_id}, ${id}, ${uuidv7(tx.now.getTime())}, 'TERMS', ${version}, ${language}, ${sha256},
      ${accepted_at}, ${spelled(ip_address)}, ${tx.scope.authenticated_user_id}, ${tx.request_id}, ${tx.now})`)
}

/** All consent evidence of an onboarding, oldest first. */
export function consentsOf(tx: Tx, onboarding_id: string): Promise<Consent[]> {
  return tx.query<Consent>(sql`
    select id, kind, legal_representative_id, version, language, text_sha256, text, accepted_at, host(ip_address) as ip_address,
      authenticated_user_id, request_id, recorded_at
    from onboarding_consents where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id} order by recorded_at, id`)
}

/**
 * Normalises an IP address: an IPv4 address mapped into IPv6 becomes IPv4. Returns null for text that is no address,
 * which a proxy may forward.
 */
export function spelled(address: string | undefined): string | null {
  return address === undefined || isIP(address) === 0 || address.includes('%')
    ? null
    : ipaddr.process(address).toString()
}
