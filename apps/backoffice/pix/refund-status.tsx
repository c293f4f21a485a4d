import { Badge, type Tone } from '@eclusa/ui/components/badge.tsx'
import { said, useWords } from '@eclusa/ui/i18n/language.ts'
import { asking } from './messages.ts'

const tones: Record<string, Tone> = { OPEN: 'accent', ANSWERED: 'warn', CLOSED: 'good' }

export function RefundStatus({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{said(useWords(asking).refundStatuses, status)}</Badge>
}
