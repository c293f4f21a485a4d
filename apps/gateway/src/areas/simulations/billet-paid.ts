import Type from 'typebox'
import { route } from '../../http/route.ts'
import { Uuid } from '../../http/schema.ts'
import { found } from '../../platform/errors/fault.ts'
import { findDecode } from '../billets/billet-decode-store.ts'
import { simulatorUnavailable, subjectNotFound } from './errors.ts'
import { SimulationReply } from './simulation.ts'
import { doneTo } from './simulation-result.ts'
import type { Counterparts } from './simulator-clients.ts'
import { texts } from './texts.ts'

const BilletPaid = Type.Object(
  { decode_id: { ...Uuid, description: 'A decode of yours, of the billet to be paid.' } as typeof Uuid },
  { additionalProperties: false, title: 'BilletPaid' },
)

/** Marks the billet as paid in the simulated registry, which reports it in the next query. */
export const simulateBilletPaid = route({
  name: 'simulateBilletPaid',
  ...texts.simulateBilletPaid,
  method: 'POST',
  path: '/sandbox/simulations/billet-paid',
  body: BilletPaid,
  example: { decode_id: '01995f2e-7c1b-7d3a-9f10-3f2b8a6c4d5e' },
  repeatable: true,
  reply: { 200: SimulationReply },
  errors: [subjectNotFound, simulatorUnavailable],

  async handle({ body: { decode_id }, look, transaction }, { counterparts }: { counterparts: Counterparts }) {
    const { barcode } = await look(async (tx) => found(await findDecode(tx, decode_id), subjectNotFound))
    await counterparts.billets('/control/paid', { barcode })
    await transaction(doneTo(decode_id))
    return {
      simulation: 'billet-paid' as const,
      detail: {
        'pt-BR': 'O boleto foi pago. Uma nova decodificação é recusada com BILLET_INVALID_STATE e state PAID.',
        'en-US': 'The billet was paid. Another decode is rejected with BILLET_INVALID_STATE and the state PAID.',
      },
      record_type: 'billet_decode' as const,
      record_id: decode_id,
      look_at: `/v2/banking/billet-payments/decodes/${decode_id}`,
      awaited_events: [],
    }
  },
})
