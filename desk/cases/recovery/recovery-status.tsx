import { Badge, type Tone } from '../../parts/badge.tsx'
import { said, useWords } from '../../words/language.ts'
import { recoveries } from './words.ts'

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
