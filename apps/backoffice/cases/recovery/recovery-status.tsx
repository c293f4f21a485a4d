import { Badge, type Tone } from '@eclusa/ui/components/badge.tsx'
import { said, useWords } from '@eclusa/ui/i18n/language.ts'
import { recoveries } from './messages.ts'

const tones: Record<string, Tone> = {
  CREATED: 'accent',
  ANALYSED: 'accent',
  WAITING_DEVOLUTION: 'warn',
  COMPLETED_APPROVED: 'good',
  COMPLETED_REJECTED: 'bad',
  FAILED: 'bad',
}

export function RecoveryStatus({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{said(useWords(recoveries).statuses, status)}</Badge>
}
