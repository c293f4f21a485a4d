import type { TrackingGraph } from '../../partners/dict/tracking-graph.ts'
import type { Request } from './request.ts'

/** The rendered data of a recovery: its state, its events and its payments. */
export interface RecoveryDrawing {
  recovery: Pick<
    Request,
    'id' | 'status' | 'dict_status' | 'transaction_amount' | 'refund_total_amount' | 'end_to_end_id' | 'refunds'
  >
  events: { type: string; created_at: string }[]
  hops: Hop[]
}

export const reais = (cents: number) =>
  `R$ ${(cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** A payment of the graph. An account is identified only by its participant and its number in the graph. */
export interface Hop {
  end_to_end_id: string
  from: string
  to: string
  from_account: number
  to_account: number
  amount: number
  refundable_amount: number
  settled_at: string
  depth: number
}

/**
 * The payments of the graph in order of the money: each below the payment that brought the money to its account. Each
 * account is visited once, because money may return to an earlier account.
 */
export function hopsOf(graph: TrackingGraph): Hop[] {
  const hops: Hop[] = []
  const seen = new Set<string>()
  const visit = (end_to_end_id: string, depth: number) => {
    const payment = graph.transactions.find((each) => each.id === end_to_end_id)
    if (!payment || seen.has(end_to_end_id)) return
    seen.add(end_to_end_id)
    const { debtor_account_id: from_account, creditor_account_id: to_account } = payment
    const { amount, refundable_amount, settlement_time: settled_at } = payment
    const [from, to] = [accountName(graph, from_account), accountName(graph, to_account)]
    hops.push({ end_to_end_id, from, to, from_account, to_account, amount, refundable_amount, settled_at, depth })
    const onward = graph.transactions.filter(
      (each) => each.debtor_account_id === to_account && each.settlement_time >= settled_at,
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
