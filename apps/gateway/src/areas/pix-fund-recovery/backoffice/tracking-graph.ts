import Type, { type Static } from 'typebox'
import { DateTime, openEnum } from '../../../http/schema.ts'
import type { TrackingGraph } from '../../../partners/dict/tracking-graph.ts'
import { hopsOf } from '../graph-drawing.ts'

/** The tracking graph for display: payments between accounts that have numbers instead of names. */

const number = Type.Integer({ description: 'The number of an account, valid only within this graph.' })

/** A payment of the graph, below the payment that brought the money to its account, with its depth. */
export const Hop = Type.Object(
  {
    end_to_end_id: Type.String(),
    from: Type.String({ description: 'An account, identified only by its institution and its number in the graph.' }),
    to: Type.String(),
    from_account: number,
    to_account: number,
    amount: Type.Integer({ description: 'Cents.' }),
    refundable_amount: Type.Integer({ description: 'The amount that may still be in the account; cents.' }),
    settled_at: DateTime,
    depth: Type.Integer(),
  },
  { title: 'Hop' },
)

export const Account = Type.Object(
  {
    number,
    bank_ispb: Type.String(),
    owner: Type.Integer({ description: 'The number of its holder: two accounts may belong to the same person.' }),
    owner_type: Type.Optional(openEnum(['NATURAL_PERSON', 'LEGAL_PERSON'])),
    opened_at: Type.Optional(DateTime),
  },
  { title: 'AccountOfWay' },
)

/** Where DICT stopped tracking. Later payments are not in the graph, but may exist. */
export const Followed = Type.Object(
  {
    at: DateTime,
    min_amount: Type.Optional(Type.Integer({ description: 'Smaller payments were not tracked; cents.' })),
    max_payments: Type.Optional(Type.Integer({ description: 'Out of one account.' })),
    hop_window: Type.Optional(Type.String({ description: 'How long money may have rested in an account; ISO 8601.' })),
    max_hops: Type.Optional(Type.Integer()),
  },
  { title: 'FollowedUpTo' },
)

interface MoneyTrail {
  hops: Static<typeof Hop>[]
  accounts: Static<typeof Account>[]
  followed: Static<typeof Followed> | null
}

export function wayOf(graph: TrackingGraph | null): MoneyTrail {
  if (!graph) return { hops: [], accounts: [], followed: null }
  const { min_transaction_amount, max_transactions, hop_window, max_hops } = graph.parameters
  const owners = new Map(graph.persons.map(({ id, type }) => [id, type as 'NATURAL_PERSON']))
  return {
    hops: hopsOf(graph),
    accounts: graph.accounts.map(({ id, owner_id, participant, opening_date }) => ({
      number: id,
      bank_ispb: participant,
      owner: owner_id,
      ...(owners.has(owner_id) && { owner_type: owners.get(owner_id)! }),
      ...(opening_date && { opened_at: opening_date }),
    })),
    followed: {
      at: graph.creation_time,
      ...(min_transaction_amount !== undefined && { min_amount: min_transaction_amount }),
      ...(max_transactions !== undefined && { max_payments: max_transactions }),
      ...(hop_window !== undefined && { hop_window }),
      ...(max_hops !== undefined && { max_hops }),
    },
  }
}
