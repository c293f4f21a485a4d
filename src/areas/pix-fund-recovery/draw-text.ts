import { accountName, type Drawn, hopsOf, reais } from './drawing.ts'

/** The timeline and the graph, for a terminal. */
export function drawText({ request, timeline, graph }: Drawn): string {
  const { id, status, dict_status, end_to_end_id, transaction_amount, refund_total_amount } = request
  const back = `${reais(refund_total_amount)} of ${reais(transaction_amount)} came back`
  const head = [
    `Recovery ${id}`,
    `${status} (DICT: ${dict_status ?? 'not told yet'}), ${back}`,
    `payment ${end_to_end_id}`,
  ]
  const steps = timeline.map(({ what, at }, index) => {
    const mark = index === timeline.length - 1 ? '●' : '○'
    return `  ${mark} ${at}  ${what}`
  })
  const way = graph
    ? hopsOf(graph).map((hop) => {
        const indent = '   '.repeat(hop.depth)
        const parties = `${accountName(graph, hop.from)} → ${accountName(graph, hop.to)}`
        return `  ${indent}${hop.depth > 0 ? '└─ ' : ''}${parties}  ${reais(hop.amount)} (refundable ${reais(hop.refundable)})`
      })
    : ['  not tracked yet']
  const legs = request.refunds.map(
    ({ bank_ispb, status: leg, amount, refunded_amount }) =>
      `  ${bank_ispb}  ${leg}  ${reais(refunded_amount)} of ${reais(amount)}`,
  )
  const refunds = legs.length > 0 ? ['', 'Refunds', ...legs] : []
  return [...head, '', 'Timeline', ...steps, '', 'Where the money went', ...way, ...refunds, ''].join('\n')
}
