import type { Metrics } from '../platform/observability/metrics.ts'
import { PartnerFailure } from './failure.ts'
import { partnerCallDuration } from './metrics.ts'

/** Records the duration and outcome of a partner call. The failure codes are few and contain no request data. */
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
