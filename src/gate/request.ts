import type { Span } from '@opentelemetry/api'
import type { Fault } from '../base/errors/fault.ts'
import type { Language } from '../base/language.ts'
import type { Caller } from './auth/authenticate.ts'
import type { CommonHeaders } from './headers.ts'
import type { KeptPart, Received } from './multipart/multipart.ts'
import type { Binding } from './replay/claim.ts'
import type { Route } from './route.ts'
import type { KnownScope } from './scope/resolve-scope.ts'
import type { Scope } from './scope/scope.ts'

/** What the gate learns about a request on its way in, kept on the request itself. */
declare module 'fastify' {
  interface FastifyRequest {
    language?: Language
    caller?: Caller
    common?: CommonHeaders
    scope?: Scope | undefined
    /** The scope with the version it was resolved with. */
    known?: KnownScope | undefined
    /** Files of a multipart body. They are received once, also where the scope is resolved again. */
    received?: Received<never, KeptPart>
    binding?: Binding | undefined
    span?: Span | undefined
    /** What became of it, when it was refused. */
    refusal?: Fault
    /** A person sent it over a link of their own: their network address is personal data, and the log leaves it out. */
    ofPerson?: true
  }
  interface FastifyContextConfig {
    route?: Pick<Route, 'name' | 'errors' | 'unlogged' | 'params' | 'query' | 'body' | 'multipart'>
    /** All that the contract says of it. */
    described?: FastifySchema
    /** The body is taken as it comes, by its handler: it may be large, and it may take its time. */
    streams?: boolean
    /** There is nothing to be said to it in a body. */
    takesNoBody?: boolean
  }
}
