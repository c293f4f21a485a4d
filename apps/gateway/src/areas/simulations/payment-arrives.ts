import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { route } from '../../http/route.ts'
import { closedEnum } from '../../http/schema.ts'
import { walletOf } from '../../http/scope/scope.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { transactions } from '../transactions/events.ts'
import { simulationRefused, simulatorUnavailable } from './errors.ts'
import { depositOf, type LedgerPayment, paymentOf, tellLedger } from './ledger.ts'
import { SimulationReply } from './simulation.ts'
import { doneTo } from './simulation-result.ts'
import type { Counterparts } from './simulator-clients.ts'
import { texts } from './texts.ts'

const AMOUNT_MAX = 1_000_000_000_00

const PaymentArrives = Type.Object(
  {
    amount: Type.Integer({ minimum: 1, maximum: AMOUNT_MAX, description: 'Cents.' }),
    direction: Type.Optional(
      closedEnum(['RECEIVED', 'SENT'], 'RECEIVED by default: SENT is a payment that you sent to another institution.'),
    ),
  },
  { additionalProperties: false, title: 'PaymentArrives' },
)

/** Moves money between another participant and the wallet: it settles, and the ledger reports it to the gateway. */
export const simulatePaymentArrives = route({
  name: 'simulatePaymentArrives',
  ...texts.simulatePaymentArrives,
  method: 'POST',
  path: '/sandbox/simulations/payment-arrives',
  body: PaymentArrives,
  example: { amount: 12_990 },
  repeatable: true,
  reply: { 200: SimulationReply },
  errors: [simulationRefused, simulatorUnavailable],

  async handle(
    { body: { amount, direction = 'RECEIVED' }, scope, look, transaction, transaction_uuid },
    { counterparts, dict }: { counterparts: Counterparts; dict: Dict | undefined },
  ) {
    const wallet = { user_id: scope.user_id, wallet_id: walletOf(scope) }
    // Only so that a repeat is rejected before any money moves.
    await look(async () => {})
    const ours = dict?.participant
    const ends = direction === 'SENT' ? { from: ours } : { to: ours }
    const payment = await counterparts.dict<LedgerPayment>('/payments', { ...ends, amount })
    const id = transaction_uuid ?? randomUUID()
    const record = direction === 'SENT' ? paymentOf(wallet, id, payment) : depositOf(wallet, id, payment)
    await tellLedger(counterparts, record)
    await transaction(doneTo(id))
    return {
      simulation: 'payment-arrives' as const,
      detail:
        direction === 'SENT'
          ? {
              'pt-BR': 'Um pagamento seu foi liquidado e está entre as transações da carteira.',
              'en-US': 'A payment of yours has settled and is among the transactions of the wallet.',
            }
          : {
              'pt-BR': 'A carteira recebeu um pagamento, que está entre as suas transações.',
              'en-US': 'The wallet received a payment, which is among its transactions.',
            },
      record_type: 'transaction' as const,
      record_id: id,
      look_at: '/api/v2/transactions',
      awaited_events: [transactions.transaction.created.type],
    }
  },
})
