import Type, { type Static } from 'typebox'
import type { OfProduct, StoredRecord } from '../../http/repository.ts'
import { closedEnum, DateTime, line, openEnum, Uuid } from '../../http/schema.ts'
import type { Scope } from '../../http/scope/scope.ts'
import { addressRefusal, literalAddress, type NamedNetwork, portOf } from '../../platform/http/address.ts'
import type { Text } from '../../platform/language.ts'
import { nextVersion } from '../../platform/record-version.ts'
import { endpointUrlRefused } from './errors.ts'

export const ENDPOINTS_MAX = 20
/** Whose events an endpoint receives. */
export const endpointScopes = ['USER', 'PRODUCT'] as const
const disabledReasons = ['REQUESTED', 'GONE', 'FAILING'] as const

export const EndpointPath = Type.Object({ endpoint_id: Uuid })

/** Schemas of an endpoint's fields. The event types are those of the whole gateway. */
export function endpointShapes(eventTypes: readonly string[]) {
  const url = Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'The URL that receives the POST requests. https, at a public address.',
  })
  const description = Type.Union([line(200, 'The purpose of the endpoint. Null clears it.'), Type.Null()])
  const event_types = Type.Union(
    [
      Type.Array(closedEnum(eventTypes, 'A type of event.'), { minItems: 1, maxItems: 200, uniqueItems: true }),
      Type.Null(),
    ],
    { description: 'Which events to send. Absent or null: all of them, those of later versions too.' },
  )
  const scope = closedEnum(
    endpointScopes,
    'The events to send: those of the user, or those of all target users of the product, which only its owner may request.',
  )
  const optional = { description: Type.Optional(description), event_types: Type.Optional(event_types) }
  return {
    EndpointCreate: Type.Object(
      { url, scope: Type.Optional(scope), ...optional },
      { additionalProperties: false, title: 'EndpointCreate' },
    ),
    EndpointPatch: Type.Object(
      {
        url: Type.Optional(url),
        ...optional,
        enabled: Type.Optional(Type.Boolean({ description: 'False stops sending; true starts it again.' })),
      },
      { additionalProperties: false, minProperties: 1, title: 'EndpointPatch' },
    ),
  }
}

type Shapes = ReturnType<typeof endpointShapes>
export type EndpointCreate = Static<Shapes['EndpointCreate']>
export type EndpointPatch = Static<Shapes['EndpointPatch']>

const members = {
  id: Uuid,
  user_id: Uuid,
  url: Type.String(),
  scope: openEnum(endpointScopes),
  description: Type.Optional(Type.String()),
  event_types: Type.Optional(Type.Array(Type.String(), { description: 'Absent: every type.' })),
  enabled: Type.Boolean(),
  disabled_reason: Type.Optional(openEnum(disabledReasons)),
  disabled_at: Type.Optional(DateTime),
  previous_secret_expires_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'The previous secret also signs until this moment.' }),
  ),
  failing_since: Type.Optional(
    Type.String({ format: 'date-time', description: 'The first failure since the last 2xx response.' }),
  ),
  paused_until: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Deliveries failed many times in a row; the gateway continues to send.',
    }),
  ),
  created_at: DateTime,
  updated_at: DateTime,
}
export const EndpointReply = Type.Object(members, { title: 'Endpoint' })
export const EndpointWithSecretReply = Type.Object(
  { ...members, secret: Type.String({ description: 'Verifies the deliveries. Shown only once; store it.' }) },
  { title: 'EndpointWithSecret' },
)

/** The grant under which it was created; null for one that a user created for itself. */
export type Endpoint = StoredRecord<typeof EndpointReply, OfProduct & { grant_id: string | null }>

/**
 * Assigns the endpoint to its creator: to the product when an owner receives events of all target users or acts for
 * one of them, and to no product when a user created it for itself. So no owner that acts for the user can redirect
 * the user's own endpoint.
 */
export function newEndpoint(id: string, caller: Scope, body: EndpointCreate, now: Date): Endpoint {
  const at = now.toISOString()
  const { user_id, grant_id, product_id, bound_to } = caller
  const { scope = 'USER' } = body
  return {
    id,
    user_id,
    product_id: scope === 'PRODUCT' ? product_id : bound_to,
    grant_id,
    url: body.url,
    scope,
    description: body.description ?? null,
    event_types: body.event_types ?? null,
    enabled: true,
    disabled_reason: null,
    disabled_at: null,
    previous_secret_expires_at: null,
    failing_since: null,
    paused_until: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}

/** An endpoint that is enabled again, or whose URL changed, starts without earlier failures. */
export function applyPatch(stored: Endpoint, patch: EndpointPatch, now: Date): Endpoint {
  const { enabled = stored.enabled, ...fields } = patch
  const at = now.toISOString()
  const fresh = (enabled && !stored.enabled) || (fields.url !== undefined && fields.url !== stored.url)
  return {
    ...stored,
    ...fields,
    ...(fresh && { failing_since: null, paused_until: null }),
    ...(enabled !== stored.enabled && {
      enabled,
      disabled_reason: enabled ? null : ('REQUESTED' as const),
      disabled_at: enabled ? null : at,
    }),
    ...nextVersion(stored, now),
  }
}

const texts = {
  IS_URL: { 'pt-BR': 'deve ser um endereço https completo', 'en-US': 'must be a complete https address' },
  NO_CREDENTIALS: { 'pt-BR': 'não pode conter usuário ou senha', 'en-US': 'must not hold a user or a password' },
  NO_FRAGMENT: { 'pt-BR': 'não pode conter fragmento (#)', 'en-US': 'must not hold a fragment (#)' },
  PUBLIC_ADDRESS: { 'pt-BR': 'deve ser um endereço público', 'en-US': 'must be a public address' },
} satisfies Record<string, Text>

/** Checks the text of the URL. The address that its name resolves to is checked at every connection. */
export function refuseUrl(text: string, named: NamedNetwork[]): void {
  const code = urlBreak(text, named)
  if (code) throw endpointUrlRefused({ errors: [{ pointer: '/body/url', code, detail: texts[code] }] })
}

function urlBreak(text: string, named: NamedNetwork[]): keyof typeof texts | undefined {
  const url = URL.parse(text)
  if (!url) return 'IS_URL'
  const secure = url.protocol === 'https:'
  if (!secure && !(url.protocol === 'http:' && named.length > 0)) return 'IS_URL'
  if (url.username || url.password) return 'NO_CREDENTIALS'
  if (url.hash) return 'NO_FRAGMENT'
  const address = literalAddress(url)
  if (!address) return undefined
  return addressRefusal({ address, port: portOf(url), secure }, named) ? 'PUBLIC_ADDRESS' : undefined
}
