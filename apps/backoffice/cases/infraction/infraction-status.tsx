import { Badge, type Variant } from '@eclusa/ui/components/badge.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { infractions } from './messages.ts'

const tones: Record<string, Variant> = { OPEN: 'accent', ACKNOWLEDGED: 'accent', IN_ANALYSIS: 'warn', CLOSED: 'good' }

export function InfractionStatus({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{said(useMessages(infractions).statuses, status)}</Badge>
}

const blockTones: Record<string, Variant> = {
  BLOCKED: 'warn',
  HELD_FOR_REFUND: 'warn',
  RELEASED: 'plain',
  RETURNED: 'good',
}

/** The state of the amount in the recipient's account. */
export function BlockStatus({ status }: { status: string }) {
  return <Badge tone={blockTones[status] ?? 'plain'}>{said(useMessages(infractions).blocks, status)}</Badge>
}
