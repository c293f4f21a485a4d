import { Badge } from '@eclusa/ui/components/badge.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { keeping } from './messages.ts'

/** The status of a user, a product or a wallet. */
export function KeptStatus({ status }: { status: string }) {
  return <Badge tone={status === 'ACTIVE' ? 'good' : 'plain'}>{said(useMessages(keeping).statuses, status)}</Badge>
}
