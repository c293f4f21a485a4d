import { Badge, type Variant } from '@eclusa/ui/components/badge.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { recoveries } from './messages.ts'

const tones: Record<string, Variant> = {
  CREATED: 'accent',
  ANALYSED: 'accent',
  WAITING_DEVOLUTION: 'warn',
  COMPLETED_APPROVED: 'good',
  COMPLETED_REJECTED: 'bad',
  FAILED: 'bad',
}

export function RecoveryStatus({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{said(useMessages(recoveries).statuses, status)}</Badge>
}
