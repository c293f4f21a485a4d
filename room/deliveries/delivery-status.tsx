import { Badge, type Tone } from '../../desk/parts/badge.tsx'
import { said, useWords } from '../../desk/words/language.ts'
import type { Schemas } from '../contract/client.ts'
import type { Delivery } from './queries.ts'
import { deliveries } from './words.ts'

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
