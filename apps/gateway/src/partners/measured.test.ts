import { startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { sampleBankSlip } from '@eclusa/simulators/billet-registry/samples.ts'
import { expect, it } from 'vitest'
import { createMetrics } from '../platform/observability/metrics.ts'
import { createBilletRegistry } from './billet-registry/client.ts'
import { openOnboardingChecks } from './onboarding-checks/client.ts'

const nobody = 'http://127.0.0.1:1'

it('calls are counted by partner and outcome, each attempt separately', async () => {
  const metrics = createMetrics()
  const sandbox = await startBilletRegistry()
  const due_date = '2026-10-13'
  const { barcode } = sampleBankSlip({ due_date })
  const asked = { barcode, payment_date: '2026-10-01', printed: { amount: 124_020, due_date } }
  const options = { token: undefined, timeoutMs: 2_000, metrics }
  const there = createBilletRegistry({ url: sandbox.url, ...options })
  const away = createBilletRegistry({ url: nobody, ...options })
  const judge = openOnboardingChecks({ url: nobody, ...options })
  await there.consult(asked)
  await expect(away.consult(asked)).rejects.toThrow('UNREACHABLE')
  const subject = { person_type: 'NATURAL_PERSON', document: '11144477735' }
  await expect(judge.check({ check_id: 'one', step: 'CAF', subject })).rejects.toThrow('UNREACHABLE')
  await Promise.all([there.close(), away.close(), judge.close(), sandbox.close()])
  const told = metrics.text()
  const count = (partner: string, outcome: string) =>
    `eclusa_partner_call_duration_seconds_count{partner="${partner}",outcome="${outcome}"}`
  expect(told).toContain(`${count('billet_registry', 'done')} 1\n`)
  expect(told).toContain(`${count('billet_registry', 'UNREACHABLE')} 3\n`)
  expect(told).toContain(`${count('onboarding_checks', 'UNREACHABLE')} 1\n`)
})
