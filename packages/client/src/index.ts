export type { Answer, CallOptions } from './call.ts'
export { type AnswerOf, type AskedOf, type Connection, connect, type Eclusa } from './connect.ts'
export type { Token, TokenSource } from './credentials.ts'
export { type Intention, intend, type ReplaySchema } from './idempotency.ts'
export type { events, operations, schemas } from './made/contract.ts'
export type { Acting } from './on-behalf-of.ts'
export { each, pages } from './pages.ts'
export { AnswerLost, type BrokenRule, NoAnswer, Problem } from './problem.ts'
export type { Patience } from './retry.ts'
export type { FileToUpload } from './upload.ts'
export {
  type Event,
  type EventType,
  isEvent,
  readWebhook,
  type Trust,
  type Webhook,
  WebhookRefused,
} from './webhook.ts'
