import { Badge, type Variant } from '@eclusa/ui/components/badge.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { clients } from './messages.ts'

const tones: Record<string, Variant> = { PENDING: 'accent', ACTIVE: 'good', REJECTED: 'bad', EXPIRED: 'warn' }

/** The status of a client, or of one of its accounts. */
export function ClientStatus({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{said(useMessages(clients).statuses, status)}</Badge>
}
