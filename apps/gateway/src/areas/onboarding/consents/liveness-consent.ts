import sql from 'sql-template-tag'
import { scopeFilter } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import type { Liveness } from '../liveness/liveness.ts'
import { spelled } from './consent-store.ts'

/** The text of the liveness page that a person agreed to, and the client network of the request. */
export interface AgreedText {
  version: string
  language: string
  sha256: string
  text: string
  ip_address: string | undefined
}

/** Records the consent of a person on the liveness page, once for each link and text. */
export function addLivenessConsent(tx: Tx, liveness: Liveness, agreed: AgreedText): void {
  const { id, product_id, onboarding_id, generation, legal_representative_id } = liveness
  const { version, language, sha256, text, ip_address } = agreed
  tx.write(sql`
    insert into onboarding_consents (user_id, product_id, onboarding_id, id, kind, liveness_id, generation, legal_representative_id,
      version, language, text_sha256, text, accepted_at, ip_address, request_id, recorded_at)
    values (${tx.scope.user_id}, ${product_id}, ${onboarding_id}, ${uuidv7(tx.now.getTime())}, 'LIVENESS', ${id}, ${generation},
      ${legal_representative_id}, ${version}, ${language}, ${sha256}, ${text}, ${tx.now}, ${spelled(ip_address)}, ${tx.request_id},
      ${tx.now})
    on conflict do nothing`)
}

/** Whether the person has consented through this link. */
export async function hasConsented(
  tx: Tx,
  { onboarding_id, liveness_id, generation }: { onboarding_id: string; liveness_id: string; generation: number },
): Promise<boolean> {
  const consents = await tx.query(sql`
    select id from onboarding_consents
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id} and liveness_id = ${liveness_id} and generation = ${generation}
      and kind = 'LIVENESS' limit 1`)
  return consents.length === 1
}
