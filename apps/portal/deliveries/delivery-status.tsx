import { Badge, type Variant } from '@eclusa/ui/components/badge.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../api/client.ts'
import { deliveries } from './messages.ts'
import type { OwnDelivery } from './queries.ts'

const tones: Record<string, Variant> = { DELIVERED: 'good', PENDING: 'accent', FAILED: 'bad' }

export function DeliveryStatus({ status }: Pick<OwnDelivery, 'status'>) {
  const { statuses } = useMessages(deliveries)
  return <Badge tone={tones[status] ?? 'plain'}>{said(statuses, status)}</Badge>
}

/** The result of one attempt: a status, or why there was none. For a private address only whether it was delivered. */
export function AttemptAnswer({ status_code, error }: Schemas['DeliveryAttempt']) {
  const { errors, received } = useMessages(deliveries)
  return <strong>{status_code ?? (error ? said(errors, error) : received)}</strong>
}
