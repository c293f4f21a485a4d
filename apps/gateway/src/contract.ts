import swagger, { type SwaggerTransform } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import packageFile from '../../../package.json' with { type: 'json' }
import { withAnswers } from './contract-examples.ts'
import { eventTypes } from './event-types.ts'
import { describeWebhooks } from './events/contract.ts'
import type { Route } from './http/route.ts'

const info = {
  title: 'Eclusa',
  version: packageFile.version,
  description:
    'A payments gateway for Brazil and cross-border clients. Responses may gain fields and enumerated values: clients must tolerate both. Texts are stored in Unicode NFC. A text with a control, format, bidirectional or other hidden character, or without a visible character, is rejected with 400, beyond what the patterns express; the page of REQUEST_MALFORMED lists the rules.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

/** The tag for the first path segment after the version, in reading order. */
const tags = [
  { name: 'crossborder', description: 'Cross-border clients and their bank accounts, verified before use.' },
  { name: 'reports', description: 'The history of a client.' },
  { name: 'banking', description: 'The data of a billet and the amount due.' },
  { name: 'transactions', description: 'The transactions of a wallet.' },
  { name: 'pix', description: 'The MED of Pix: infraction notifications, refund requests and fund recovery requests.' },
  { name: 'users', description: 'Onboarding of persons and companies that become target users of a product.' },
  { name: 'storage', description: 'Files: created, uploaded to a signed address, confirmed.' },
  { name: 'requests', description: 'Your latest requests.' },
  { name: 'keys', description: 'Your API keys and their last use.' },
  { name: 'events', description: 'Events, for systems that prefer polling.' },
  { name: 'webhooks', description: 'Webhook endpoints, and the result of each delivery.' },
]
const sandbox = {
  name: 'sandbox',
  description: 'Simulates what other systems and institutions do, on a test installation only.',
}
const hasSandbox = (routes: Route[]) => routes.some(({ path }) => path.startsWith('/sandbox/'))

/** The description of an operation, of which the framework receives a part. */
const transform: SwaggerTransform = ({ schema, url, route: { config } }) => ({
  schema: config?.described ?? schema,
  url,
})

/** Generates OpenAPI 3.1 from the same schemas that validate requests. */
export async function mountContract(app: FastifyInstance, routes: Route[]): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/', description: 'This gateway.' }],
      tags: hasSandbox(routes) ? [...tags, sandbox] : tags,
      components: {
        securitySchemes: {
          platform_token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Recommended.' },
          api_key: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description: 'Deprecated: use a platform token.',
          },
        },
      },
      security: [{ platform_token: [] }, { api_key: [] }],
    },
    transform,
    transformObject: (document) =>
      'openapiObject' in document
        ? withAnswers(
            leaveOpen(nameSchemas({ ...document.openapiObject, webhooks: describeWebhooks(eventTypes) })),
            routes,
          )
        : document.swaggerObject,
  })
}

/** The same for the backoffice, whose contract is separate: its clients are the staff's pages and tools. */
export async function mountDeskContract(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...info, title: 'Eclusa desk', description: 'Where people of the institution work, under their names.' },
      servers: [{ url: '/', description: 'This desk.' }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-eclusa-desk',
            description: 'Of the user who has logged in.',
          },
          desk_token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Of the same issuer.' },
        },
      },
      security: [{ session: [] }, { desk_token: [] }],
    },
    transform,
    transformObject: (document) =>
      'openapiObject' in document ? nameSchemas(document.openapiObject) : document.swaggerObject,
  })
}

type JsonObject = { [member: string]: unknown }

/** Moves every titled schema to `components` and references it, so that the contract has readable names. */
export function nameSchemas(document: object): never {
  const schemas: JsonObject = {}
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (node === null || typeof node !== 'object') return node
    const walked = Object.fromEntries(Object.entries(node).map(([name, member]) => [name, walk(member)]))
    const { title, description: _, ...shape } = walked as { title?: unknown; description?: unknown }
    if (typeof title !== 'string' || !('type' in walked)) return walked
    schemas[title] ??= { title, ...shape }
    return { $ref: `#/components/schemas/${title}` }
  }
  const { paths, webhooks, ...rest } = document as JsonObject
  const named = { paths: walk(paths), ...(webhooks !== undefined && { webhooks: walk(webhooks) }) }
  return { ...rest, components: { ...(rest['components'] as JsonObject), schemas }, ...named } as never
}

/**
 * Describes an extensible enum as one of its values or any string, the only form that all client generators
 * understand. A custom extension would become a plain string in most of them.
 */
function leaveOpen(node: unknown): never {
  if (Array.isArray(node)) return node.map(leaveOpen) as never
  if (node === null || typeof node !== 'object') return node as never
  const { 'x-extensible-enum': values, ...rest } = node as JsonObject
  if (!values)
    return Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, leaveOpen(member)])) as never
  const { type } = rest
  return { ...rest, anyOf: [{ type, enum: values }, { type }] } as never
}
