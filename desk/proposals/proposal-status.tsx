import { Badge, type Tone } from '../parts/badge.tsx'
import { said, useWords } from '../words/language.ts'
import { proposals } from './words.ts'

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
