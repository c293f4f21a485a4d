import Type from 'typebox'
import { closedEnum, DateTime, line, openEnum, Uuid, uuidV4Pattern } from '../../http/schema.ts'
import type { Role } from '../role.ts'

/** Roles that may read users, products and keys: an analyst has to see whose case it is. */
export const adminRoles: readonly Role[] = ['analyst', 'operator']

export const statuses = ['ACTIVE', 'INACTIVE'] as const
export const statusFilter = { status: Type.Optional(closedEnum(statuses, 'Only this state.')) }

export const Name = line(80, 'How people know it.')
/** Version 4, because the API requires it in headers. */
export const NewId = Type.String({ format: 'uuid', pattern: uuidV4Pattern })

export const UserPath = Type.Object({ user_id: Uuid })
export const ProductPath = Type.Object({ product_id: Uuid })
export const WalletPath = Type.Object({ user_id: Uuid, wallet_id: Uuid })
export const KeyPath = Type.Object({ key_id: Type.String({ pattern: '^[0-9a-f]{16}$' }) })
export const MemberPath = Type.Object({ product_id: Uuid, user_id: Uuid })

export const RequestsPerMinute = Type.Integer({ minimum: 1, maximum: 1_000_000 })

export const UserReply = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    status: openEnum(statuses),
    requests_per_minute: Type.Optional(
      Type.Integer({ description: 'The rate limit of this user. Absent: the default of the installation.' }),
    ),
    created_at: DateTime,
  },
  { title: 'User' },
)

export const ProductReply = Type.Object(
  { id: Uuid, name: Type.String(), status: openEnum(statuses), created_at: DateTime },
  { title: 'Product' },
)

export const MemberReply = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Of the user.' }),
    product_id: Uuid,
    role: openEnum(['OWNER', 'TARGET']),
    is_default: Type.Boolean(),
    created_at: DateTime,
  },
  { title: 'ProductMember' },
)

export const MembershipReply = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Of the product.' }),
    name: Type.String(),
    status: openEnum(statuses),
    role: openEnum(['OWNER', 'TARGET']),
    is_default: Type.Boolean(),
    created_at: Type.String({ format: 'date-time', description: 'Since when the user is of the product.' }),
  },
  { title: 'ProductOfUser' },
)

export const WalletReply = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    product_id: Type.Optional(Uuid),
    name: Type.String(),
    status: openEnum(statuses),
    is_default: Type.Boolean(),
    created_at: DateTime,
  },
  { title: 'Wallet' },
)

const keyMembers = {
  id: Type.String(),
  user_id: Uuid,
  name: Type.String(),
  created_at: DateTime,
  last_used_at: Type.Optional(DateTime),
  revoked_at: Type.Optional(DateTime),
}
export const KeyReply = Type.Object(keyMembers, { title: 'ApiKey' })
export const NewKeyReply = Type.Object(
  {
    ...keyMembers,
    key: Type.String({ description: 'Shown only once; send it over a private channel.' }),
    replaces: Type.Optional(Type.String({ description: 'Revoke this one once the new one is in place.' })),
  },
  { title: 'NewApiKey' },
)
