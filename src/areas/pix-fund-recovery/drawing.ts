import type { TrackingGraph } from '../../partners/dict/tracking-graph.ts'
import type { Request } from './request.ts'

/** What an operator is shown of a recovery: where it stands, what happened when, and where the money went. */
export interface Drawn {
  request: Pick<
    Request,
    'id' | 'status' | 'dict_status' | 'transaction_amount' | 'refund_total_amount' | 'end_to_end_id' | 'refunds'
  >
  timeline: { what: string; at: string }[]
  graph: TrackingGraph | null
}

export const reais = (cents: number) =>
  `R$ ${(cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

export interface Hop {
  id: string
  from: number
  to: number
  amount: number
  refundable: number
  at: string
  depth: number
}

/**
 * The payments of the graph as they followed one another: each under the one that brought the money to its account.
 * Money may come back to where it was, so an account is entered once.
 */
export function hopsOf(graph: TrackingGraph): Hop[] {
  const hops: Hop[] = []
  const seen = new Set<string>()
  const visit = (id: string, depth: number) => {
    const payment = graph.transactions.find((each) => each.id === id)
    if (!payment || seen.has(id)) return
    seen.add(id)
    const { debtor_account_id: from, creditor_account_id: to, amount, refundable_amount, settlement_time: at } = payment
    hops.push({ id, from, to, amount, refundable: refundable_amount, at, depth })
    const onward = graph.transactions.filter((each) => each.debtor_account_id === to && each.settlement_time >= at)
    for (const next of onward) visit(next.id, depth + 1)
  }
  visit(graph.root_transaction_id, 0)
  for (const { id } of graph.transactions) visit(id, 0)
  return hops
}

/** An account by its bank and its number in the graph, which is all anybody knows of it. */
export function accountName(graph: TrackingGraph, id: number): string {
  const account = graph.accounts.find((each) => each.id === id)
  return `${account?.participant ?? '????????'} #${id}`
}
