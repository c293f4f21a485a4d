import Type, { type Static } from 'typebox'
import type { ClientActivity } from '../../../events/record.ts'
import type { OfProduct, StoredRecord } from '../../../http/repository.ts'
import { closedEnum, DateOnly, DateTime, line, openEnum, Uuid } from '../../../http/schema.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { countries } from '../country.ts'
import { clientRulesBroken, clientStatusFixed } from '../errors.ts'
import { judgeByRules } from './client-rules.ts'

export const clientTypes = ['NATURAL_PERSON', 'LEGAL_PERSON'] as const
export const clientStatuses = ['ACTIVE', 'INACTIVE', 'PENDING', 'REJECTED', 'EXPIRED'] as const
export const clientRisks = ['PENDING', 'LOW', 'MEDIUM', 'HIGH'] as const
const documentTypes = ['DRIVERS_LICENSE', 'IDENTITY_CARD', 'PASSPORT', 'OTHERS'] as const
/** The only statuses that a caller may set, and only on a client that has one of them. Verification sets the others. */
const callersStatuses = ['ACTIVE', 'INACTIVE'] as const

const email = Type.String({ format: 'email', maxLength: 255 })

const addressFields = {
  street_line_1: line(120, 'Street and number.'),
  street_line_2: Type.Optional(line(120, 'Further details.')),
  city: line(80, 'City.'),
  state: line(80, 'State or province.'),
  subdivision: Type.Optional(line(80, 'District.')),
  postal_code: line(20, 'Postal code.'),
  country: closedEnum(countries, 'Country of the address.'),
}
const Address = Type.Object(addressFields, { additionalProperties: false, title: 'ClientAddress' })

/** Fields that are accepted on creation and in updates. */
const changeable = {
  name: line(80, 'Name; for a company, its legal name.'),
  type: closedEnum(clientTypes, 'Natural or legal person.'),
  document: line(50, 'Number of the document.'),
  document_type: closedEnum(documentTypes, 'Kind of document.'),
  country: Type.Optional(closedEnum(countries, 'Country of the client.')),
  nationality: line(80, 'Nationality, as free text.'),
  email,
  birth_date: Type.Optional(DateOnly),
  issue_date: Type.Optional(DateOnly),
  issuing_country: Type.Optional(line(80, 'Country that issued the document: code or name.')),
  phone_number: Type.Optional(
    Type.String({ pattern: '^[0-9]{6,20}$', description: 'Digits only, country code first.' }),
  ),
}
/** The identity of a client. A change of any of these fields requires a new verification. */
const identity = ['name', 'type', 'document', 'document_type', 'birth_date', 'nationality'] as const

export const ClientPath = Type.Object({ client_id: Uuid })
export const ClientCreate = Type.Object(
  { ...changeable, address: Address },
  { additionalProperties: false, title: 'ClientCreate' },
)
export const ClientPatch = Type.Object(
  {
    ...Type.Partial(Type.Object(changeable)).properties,
    status: Type.Optional(
      closedEnum(
        callersStatuses,
        'Only for a client that is ACTIVE or INACTIVE. From INACTIVE to ACTIVE, it passes through PENDING.',
      ),
    ),
    address: Type.Optional(
      Type.Object(Type.Partial(Address).properties, {
        additionalProperties: false,
        minProperties: 1,
        title: 'ClientAddressPatch',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, title: 'ClientPatch' },
)

const shown = {
  id: Uuid,
  name: Type.String(),
  type: openEnum(clientTypes),
  country: Type.Optional(openEnum(countries)),
  document: Type.String(),
  document_type: openEnum(documentTypes),
  email: Type.String(),
  pep: Type.Boolean({ description: 'A politically exposed person.' }),
  status: openEnum(clientStatuses),
  risk: openEnum(clientRisks),
  created_at: DateTime,
  updated_at: DateTime,
}

/** The fields that list and get return. Address and birth data are returned only by the request that sent them. */
export const ClientSummary = Type.Object(shown, { title: 'ClientSummary' })
export const ClientReply = Type.Object(
  {
    ...shown,
    nationality: Type.String(),
    birth_date: Type.Optional(DateOnly),
    issue_date: Type.Optional(DateOnly),
    issuing_country: Type.Optional(Type.String()),
    phone_number: Type.Optional(Type.String()),
    address: Type.Object({ id: Uuid, ...addressFields, country: openEnum(countries) }, { title: 'ClientAddressReply' }),
  },
  { title: 'Client' },
)

export type Client = StoredRecord<typeof ClientReply, OfProduct>

export function newClient(
  id: string,
  product_id: string | null,
  address_id: string,
  body: Static<typeof ClientCreate>,
  now: Date,
): Client {
  const at = now.toISOString()
  const absent = { country: null, birth_date: null, issue_date: null, issuing_country: null, phone_number: null }
  const address = { id: address_id, ...body.address }
  const client: Client = {
    ...absent,
    ...body,
    address,
    id,
    product_id,
    pep: false,
    status: 'PENDING',
    risk: 'PENDING',
    version: 1,
    created_at: at,
    updated_at: at,
  }
  return checked(client, now)
}

function checked(client: Client, now: Date): Client {
  const { broken: errors } = judgeByRules(client, now)
  if (errors.length > 0) throw clientRulesBroken({ errors })
  return client
}

export function applyClientPatch(stored: Client, patch: Static<typeof ClientPatch>, now: Date): Client {
  const settled = callersStatuses.some((status) => status === stored.status)
  if (patch.status && !settled) throw clientStatusFixed()
  const address = { ...stored.address, ...patch.address }
  const merged = checked({ ...stored, ...patch, address }, now)
  const comesBack = stored.status === 'INACTIVE' && merged.status === 'ACTIVE'
  const isAnother = merged.status === 'ACTIVE' && isSomebodyElse(stored, merged)
  return withNextVersion(merged, comesBack || isAnother ? { status: 'PENDING' } : {}, now)
}

export const identityOf = (client: Client) => Object.fromEntries(identity.map((field) => [field, client[field]]))

export function isSomebodyElse(before: Client, after: Client): boolean {
  return identity.some((field) => before[field] !== after[field])
}

/** Applies the verdict of verification to a pending client. A later verdict changes nothing. */
export function applyClientVerdict(
  stored: Client,
  status: 'ACTIVE' | 'REJECTED' | 'EXPIRED',
  now: Date,
): Client | undefined {
  if (stored.status !== 'PENDING') return undefined
  return withNextVersion(stored, { status }, now)
}

export function changedFields(before: Client, after: Client): string[] {
  const fields = [...Object.keys(changeable), 'status', 'address'] as (keyof Client)[]
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** Builds the entry for the client's history. */
export function clientActivity(
  { id, status }: Client,
  event_type: 'CLIENT_CREATED' | 'CLIENT_UPDATED' | 'CLIENT_VERIFIED',
  said: Partial<ClientActivity> = {},
): ClientActivity {
  return { client_id: id, source: 'gateway', event_type, status, reference_id: id, metadata: {}, ...said }
}
