import { Badge, type Tone } from '@eclusa/ui/components/badge.tsx'
import { said, useWords } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../api/client.ts'
import { deliveries } from './messages.ts'
import type { Delivery } from './queries.ts'

const tones: Record<string, Tone> = { DELIVERED: 'good', PENDING: 'accent', FAILED: 'bad' }

export function DeliveryStatus({ status }: Pick<Delivery, 'status'>) {
  const { statuses } = useWords(deliveries)
  return <Badge tone={tones[status] ?? 'plain'}>{said(statuses, status)}</Badge>
}

/** The result of one attempt: a status, or why there was none. For a private address only whether it was delivered. */
export function AttemptAnswer({ status_code, error }: Schemas['DeliveryAttempt']) {
  const { errors, received } = useWords(deliveries)
  return <strong>{status_code ?? (error ? said(errors, error) : received)}</strong>
}
