import Type from 'typebox'
import { route } from '../../http/route.ts'
import { DateTime, openEnum, Uuid } from '../../http/schema.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { graphNotReady, requestNotFound } from './errors.ts'
import { RequestPath } from './request.ts'
import { findRequest } from './request-store.ts'
import { texts } from './texts.ts'

const number = Type.Integer({ description: 'Valid only within this graph.' })

export const TrackingGraphReply = Type.Object(
  {
    fund_recovery_request_id: Uuid,
    root_end_to_end_id: Type.String(),
    created_at: DateTime,
    persons: Type.Array(Type.Object({ id: number, type: openEnum(['NATURAL_PERSON', 'LEGAL_PERSON']) })),
    accounts: Type.Array(Type.Object({ id: number, owner_id: number, bank_ispb: Type.String() })),
    transactions: Type.Array(
      Type.Object({
        end_to_end_id: Type.String(),
        debtor_account_id: number,
        creditor_account_id: number,
        amount: Type.Integer({ description: 'Cents.' }),
        refundable_amount: Type.Integer({ description: 'The amount that may still be in the account; cents.' }),
        settled_at: DateTime,
      }),
    ),
  },
  { title: 'TrackingGraph' },
)

/** Where the money went, as tracked by DICT. */
export const getTrackingGraph = route({
  name: 'getTrackingGraph',
  ...texts.getTrackingGraph,
  method: 'GET',
  path: '/v1/pix/fund-recovery-requests/:id/tracking-graph',
  params: RequestPath,
  reply: { 200: TrackingGraphReply },
  errors: [requestNotFound, graphNotReady],

  async handle({ params, scope, transaction }) {
    const wallet_id = walletOf(scope)
    return transaction(async (tx) => {
      const request = await findRequest(tx, params.id)
      if (request?.wallet_id !== wallet_id) throw requestNotFound()
      const graph = request.tracking_graph
      if (!graph) throw graphNotReady()
      return {
        fund_recovery_request_id: request.id,
        root_end_to_end_id: graph.root_transaction_id,
        created_at: graph.creation_time,
        persons: graph.persons.map(({ id, type }) => ({ id, type: type as 'NATURAL_PERSON' })),
        accounts: graph.accounts.map(({ id, owner_id, participant }) => ({ id, owner_id, bank_ispb: participant })),
        transactions: graph.transactions.map(({ id, settlement_time, ...payment }) => ({
          ...payment,
          end_to_end_id: id,
          settled_at: settlement_time,
        })),
      }
    })
  },
})
