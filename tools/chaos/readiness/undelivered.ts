import type { WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'

/** How many of these events were not delivered yet. Received ones are scanned once, however many they are. */
export function countUnheard({ heard }: WebhookSink, events: { id: string }[]): number {
  const told = new Set(heard.map(({ headers }) => String(headers['webhook-id'])))
  return events.filter(({ id }) => !told.has(id)).length
}
