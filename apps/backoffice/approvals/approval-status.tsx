import { Badge, type Tone } from '@eclusa/ui/components/badge.tsx'
import { said, useWords } from '@eclusa/ui/i18n/language.ts'
import { proposals } from './messages.ts'

export const tones: Record<string, Tone> = {
  PENDING: 'accent',
  APPROVED: 'good',
  DECLINED: 'bad',
  WITHDRAWN: 'plain',
  STALE: 'warn',
  LAPSED: 'warn',
}

export function ProposalStatus({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{said(useWords(proposals).status, status)}</Badge>
}
