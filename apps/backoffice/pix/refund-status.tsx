import { Badge, type Variant } from '@eclusa/ui/components/badge.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { asking } from './messages.ts'

const tones: Record<string, Variant> = { OPEN: 'accent', ANSWERED: 'warn', CLOSED: 'good' }

export function RefundStatus({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{said(useMessages(asking).refundStatuses, status)}</Badge>
}
