import type { Metrics } from '../base/observability/metrics.ts'
import { PartnerFailure } from './failure.ts'
import { partnerCallDuration } from './metrics.ts'

/** Times a call to a partner and counts how it ended. The codes of failures are few, and say nothing of what was asked. */
export async function measured<T>(
  metrics: Metrics,
  partner: 'billet_registry' | 'onboarding_checks',
  call: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  let outcome = 'done'
  try {
    return await call()
  } catch (error) {
    outcome = error instanceof PartnerFailure ? error.code : 'FAILED'
    throw error
  } finally {
    metrics.observe(partnerCallDuration, { partner, outcome }, (performance.now() - startedAt) / 1000)
  }
}
