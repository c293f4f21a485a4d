import type { Span } from '@opentelemetry/api'
import type { Fault } from '../platform/errors/fault.ts'
import type { Language } from '../platform/language.ts'
import type { Caller } from './auth/authenticate.ts'
import type { CommonHeaders } from './headers.ts'
import type { KeptPart, ReceivedForm } from './multipart/multipart.ts'
import type { Binding } from './replay/claim.ts'
import type { Route } from './route.ts'
import type { CachedScope } from './scope/resolve-scope.ts'
import type { Scope } from './scope/scope.ts'

/** What the gate learns about a request while it is processed, kept on the request object. */
declare module 'fastify' {
  interface FastifyRequest {
    language?: Language
    caller?: Caller
    common?: CommonHeaders
    scope?: Scope | undefined
    /** The scope with the version it was resolved with. */
    known?: CachedScope | undefined
    /** Files of a multipart body. They are received once, also when the scope is resolved again. */
    received?: ReceivedForm<never, KeptPart>
    binding?: Binding | undefined
    span?: Span | undefined
    /** The fault, when it was rejected. */
    refusal?: Fault
    /** A person sent it over a link of their own: the network address is personal data and is not logged. */
    ofPerson?: true
  }
  interface FastifyContextConfig {
    route?: Pick<Route, 'name' | 'errors' | 'unlogged' | 'params' | 'query' | 'body' | 'multipart'>
    /** Its contract. */
    described?: FastifySchema
    /** The handler streams the body: it may be large and slow. */
    streams?: boolean
    /** The operation takes no request body. An empty one is accepted, whatever its content type. */
    takesNoBody?: boolean
  }
}
