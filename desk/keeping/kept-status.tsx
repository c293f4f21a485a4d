import { Badge } from '../parts/badge.tsx'
import { said, useWords } from '../words/language.ts'
import { keeping } from './words.ts'

/** The status of a user, a product or a wallet. */
export function KeptStatus({ status }: { status: string }) {
  return <Badge tone={status === 'ACTIVE' ? 'good' : 'plain'}>{said(useWords(keeping).statuses, status)}</Badge>
}
