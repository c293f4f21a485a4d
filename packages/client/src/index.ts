export type { ApiResponse, CallOptions } from './call.ts'
export { type ClientOptions, connect, type EclusaClient, type InputOf, type ResponseOf } from './connect.ts'
export type { Token, TokenSource } from './credentials.ts'
export { type IdempotencyContext, idempotency, type ReplaySchema } from './idempotency.ts'
export type { events, operations, schemas } from './made/contract.ts'
export type { RequestContext } from './on-behalf-of.ts'
export { pages, paginate } from './pages.ts'
export { type BrokenRule, Problem, ResponseLostError, UnknownOutcomeError } from './problem.ts'
export type { RetryPolicy } from './retry.ts'
export type { FileToUpload } from './upload.ts'
export {
  isEvent,
  type VerifyOptions,
  verifyWebhook,
  type Webhook,
  type WebhookEvent,
  type WebhookEventType,
  WebhookVerificationError,
} from './webhook.ts'
