import { randomUUID } from 'node:crypto'
import { route } from '../../http/route.ts'
import { pix } from '../pix-fund-recovery/events.ts'
import { simulationRefused, simulatorUnavailable, subjectNotFound } from './errors.ts'
import { depositOf, devolutionOf, type LedgerPayment, tellLedger } from './ledger.ts'
import { aboutRecovery, OfRecovery, ownRecovery } from './own-recovery.ts'
import { SimulationReply } from './simulation.ts'
import { doneTo } from './simulation-result.ts'
import type { Counterparts } from './simulator-clients.ts'
import { texts } from './texts.ts'

/** Refunds from later layers are ordinary payments with this purpose. */
const RECOVERED = 'IPRT'

interface Returned extends LedgerPayment {
  /** The payment in the graph that is returned. */
  returns: string
}

/** Every participant with a refund request pays it in full: it reports to DICT, and the money arrives in the ledger. */
export const simulateRefundPaid = route({
  name: 'simulateRefundPaid',
  ...texts.simulateRefundPaid,
  method: 'POST',
  path: '/sandbox/simulations/refund-paid',
  body: OfRecovery,
  example: { fund_recovery_request_id: '01995f2e-7c1b-7d3a-9f10-3f2b8a6c4d5e' },
  repeatable: true,
  reply: { 200: SimulationReply },
  errors: [subjectNotFound, simulationRefused, simulatorUnavailable],

  async handle(call, { counterparts }: { counterparts: Counterparts }) {
    const { id, dict_id, end_to_end_id, wallet } = await ownRecovery(call, call.body)
    const paid = await counterparts.dict<{ returned: Returned[] }>('/pay-refunds', { funds_recovery_id: dict_id })
    const records = paid.returned.map((payment) =>
      payment.returns === end_to_end_id
        ? devolutionOf(wallet, randomUUID(), payment, end_to_end_id)
        : depositOf(wallet, randomUUID(), payment, RECOVERED),
    )
    await tellLedger(counterparts, ...records)
    await call.transaction(doneTo(id))
    const told = pix.fund_recovery_request
    return {
      simulation: 'refund-paid' as const,
      detail: {
        'pt-BR': 'As instituições devolveram todo o valor solicitado, e ele está na carteira.',
        'en-US': 'The institutions returned the whole requested amount, and it is in the wallet.',
      },
      ...aboutRecovery(id),
      awaited_events: [told.completed_approved.type, told.refund_credited.type],
    }
  },
})
