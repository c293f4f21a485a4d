import { advanceClock } from './advance-clock.ts'
import { simulateBilletPaid } from './billet-paid.ts'
import { simulateFaceVerdict } from './face-verdict.ts'
import { getClock } from './get-clock.ts'
import { simulateInfractionReported } from './infraction-reported.ts'
import { simulateInstitutionAnalyses } from './institution-analyses.ts'
import { simulatePaymentArrives } from './payment-arrives.ts'
import { simulateRefundPaid } from './refund-paid.ts'
import { simulateStepVerdict } from './step-verdict.ts'

export const simulationRoutes = [
  simulatePaymentArrives,
  simulateInfractionReported,
  simulateInstitutionAnalyses,
  simulateRefundPaid,
  simulateStepVerdict,
  simulateFaceVerdict,
  simulateBilletPaid,
  getClock,
  advanceClock,
]
