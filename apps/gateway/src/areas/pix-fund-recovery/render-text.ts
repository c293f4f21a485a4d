import { type RecoveryDrawing, reais } from './graph-drawing.ts'

/** Renders the timeline and the graph as text, for a terminal. */
export function drawText({ recovery, events, hops }: RecoveryDrawing): string {
  const { id, status, dict_status, end_to_end_id, transaction_amount, refund_total_amount, refunds } = recovery
  const back = `${reais(refund_total_amount)} of ${reais(transaction_amount)} came back`
  const head = [
    `Recovery ${id}`,
    `${status} (DICT: ${dict_status ?? 'not reported yet'}), ${back}`,
    `payment ${end_to_end_id}`,
  ]
  const steps = events.map(({ type, created_at }, index) => {
    const mark = index === events.length - 1 ? '●' : '○'
    return `  ${mark} ${created_at}  ${type.split('.').at(-1)}`
  })
  const way = hops.map(({ from, to, amount, refundable_amount, depth }) => {
    const under = depth > 0 ? `${'   '.repeat(depth)}└─ ` : ''
    return `  ${under}${from} → ${to}  ${reais(amount)} (refundable ${reais(refundable_amount)})`
  })
  const tracked = way.length > 0 ? way : ['  not tracked yet']
  const legs = refunds.map(
    ({ bank_ispb, status: leg, amount, refunded_amount }) =>
      `  ${bank_ispb}  ${leg}  ${reais(refunded_amount)} of ${reais(amount)}`,
  )
  const paid = legs.length > 0 ? ['', 'Refunds', ...legs] : []
  return [...head, '', 'Timeline', ...steps, '', 'Where the money went', ...tracked, ...paid, ''].join('\n')
}
