import Type, { type TSchema } from 'typebox'
import { type EventType, eventMembers } from './event.ts'

/** The event catalogue, as the `webhooks` section of an OpenAPI document. */
export function describeWebhooks(eventTypes: EventType[]): Record<string, object> {
  return Object.fromEntries(eventTypes.map((declared) => [declared.type, { post: describeWebhook(declared) }]))
}

function describeWebhook(declared: EventType) {
  return {
    operationId: declared.type,
    summary: declared.summary['en-US'],
    tags: ['webhooks'],
    parameters: [
      header('webhook-id', 'The id of the event, the same at every attempt. Process each id once.', {
        type: 'string',
      }),
      header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', { type: 'integer' }),
      header('webhook-signature', 'Standard Webhooks: v1 signatures, one per active secret.', { type: 'string' }),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: eventSchema(declared) } } },
    responses: {
      '2XX': { description: 'Delivered. No other status counts as success: redirects are not followed.' },
      '410': { description: 'The receiver wants no more events: the endpoint is disabled.' },
      '4XX': { description: 'Failed: sent again later.' },
      '5XX': { description: 'Failed: sent again later.' },
    },
  }
}

/** The complete schema of an event type: the common fields and its own data. */
export function eventSchema({ type, data }: EventType): TSchema {
  const title = `${type
    .split(/[._]/)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')}Event`
  return Type.Object({ ...eventMembers, type: Type.Literal(type), data }, { title })
}

function header(name: string, description: string, schema: object) {
  return { in: 'header', name, required: true, description, schema }
}
