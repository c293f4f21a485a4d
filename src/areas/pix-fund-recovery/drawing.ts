import type { TrackingGraph } from '../../partners/dict/tracking-graph.ts'
import type { Request } from './request.ts'

/** What somebody is shown of a recovery: where it stands, what happened when, and where the money went. */
export interface Drawn {
  recovery: Pick<
    Request,
    'id' | 'status' | 'dict_status' | 'transaction_amount' | 'refund_total_amount' | 'end_to_end_id' | 'refunds'
  >
  events: { type: string; created_at: string }[]
  hops: Hop[]
}

export const reais = (cents: number) =>
  `R$ ${(cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** A payment along the way. An account is known by its bank and its number in the graph, and by nothing else. */
export interface Hop {
  end_to_end_id: string
  from: string
  to: string
  amount: number
  refundable_amount: number
  settled_at: string
  depth: number
}

/**
 * The payments of the graph as they followed one another: each under the one that brought the money to its account.
 * Money may come back to where it was, so an account is entered once.
 */
export function hopsOf(graph: TrackingGraph): Hop[] {
  const hops: Hop[] = []
  const seen = new Set<string>()
  const visit = (end_to_end_id: string, depth: number) => {
    const payment = graph.transactions.find((each) => each.id === end_to_end_id)
    if (!payment || seen.has(end_to_end_id)) return
    seen.add(end_to_end_id)
    const { debtor_account_id, creditor_account_id, amount, refundable_amount, settlement_time: settled_at } = payment
    const [from, to] = [accountName(graph, debtor_account_id), accountName(graph, creditor_account_id)]
    hops.push({ end_to_end_id, from, to, amount, refundable_amount, settled_at, depth })
    const onward = graph.transactions.filter(
      (each) => each.debtor_account_id === creditor_account_id && each.settlement_time >= settled_at,
    )
    for (const next of onward) visit(next.id, depth + 1)
  }
  visit(graph.root_transaction_id, 0)
  for (const { id } of graph.transactions) visit(id, 0)
  return hops
}

function accountName(graph: TrackingGraph, id: number): string {
  const account = graph.accounts.find((each) => each.id === id)
  return `${account?.participant ?? '????????'} #${id}`
}
