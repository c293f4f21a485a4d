import { Badge, type Variant } from '@eclusa/ui/components/badge.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { proposals } from './messages.ts'

export const tones: Record<string, Variant> = {
  PENDING: 'accent',
  APPROVED: 'good',
  DECLINED: 'bad',
  WITHDRAWN: 'plain',
  STALE: 'warn',
  LAPSED: 'warn',
}

export function ProposalStatus({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{said(useMessages(proposals).status, status)}</Badge>
}
