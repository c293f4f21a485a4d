import { Badge, type Tone } from '../parts/badge.tsx'
import { said, useWords } from '../words/language.ts'
import { asking } from './words.ts'

const tones: Record<string, Tone> = { OPEN: 'accent', ANSWERED: 'warn', CLOSED: 'good' }

export function RefundStatus({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{said(useWords(asking).refundStatuses, status)}</Badge>
}
