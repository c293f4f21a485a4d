import Type, { type Static, type TProperties } from 'typebox'
import type { OwnedHappening } from '../../events/record.ts'
import { closedEnum, DateTime, openEnum, Uuid } from '../../gate/schema.ts'
import { endToEndIdPattern } from './end-to-end-id.ts'

export const transactionTypes = ['PAYMENT', 'DEPOSIT', 'DEVOLUTION', 'DEVOLUTION_RECEIVED'] as const
export type TransactionType = (typeof transactionTypes)[number]

/** What each type can go through. CONFIRMED, RECEIVED and READY are money that has moved. */
export const statusesOf: Record<TransactionType, readonly string[]> = {
  PAYMENT: [
    'PENDING',
    'PENDING_GATEWAY',
    'SCHEDULED',
    'WAITING',
    'WAITING_INTERNAL',
    'WAITING_DELAYED',
    'ANTIFRAUD_ANALYSIS',
    'ANTIFRAUD_ANALYSIS_REVIEW',
    'CONFIRMED',
    'FAILED',
    'CANCELED',
  ],
  DEPOSIT: ['NEW', 'WAITING', 'WAITING_ANTIFRAUD', 'RECEIVED', 'BLOCKED', 'ERROR', 'FAILED'],
  DEVOLUTION: ['PENDING', 'WAITING', 'WAITING_DELAYED', 'CONFIRMED', 'ERROR', 'FAILED', 'CANCELED'],
  DEVOLUTION_RECEIVED: ['READY', 'ERROR'],
}
export const transactionStatuses = [...new Set(Object.values(statusesOf).flat())]

const personTypes = ['NATURAL_PERSON', 'LEGAL_PERSON'] as const
/** Why money was returned, in the codes of the Pix messages: operational flaw, fraud, asked for by the payee, change. */
const devolutionCodes = ['BE08', 'FR01', 'MD06', 'SL02'] as const
const AMOUNT_MAX = 99_999_999_999_999

/** Neither control characters nor halves of a character: a database refuses both, and with them the whole batch. */
const text = (max: number) => Type.String({ maxLength: max, pattern: '^[^\\p{Cc}\\p{Cs}]+$' })
/** A date-time that every part of the gateway reads the same way: a real year, a real offset, no leap second. */
export const momentPattern =
  '^2\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d(\\.\\d{1,9})?(Z|[+-](0\\d|1[0-4]):[0-5]\\d)$'
const moment = Type.String({ format: 'date-time', pattern: momentPattern })
const endToEndId = Type.String({ pattern: endToEndIdPattern })
const ispb = Type.String({ pattern: '^[0-9A-Z]{8}$' })
const document = Type.String({ pattern: '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$' })

const party = <const Name extends string>(name: Name) =>
  ({
    [`${name}_name`]: Type.Optional(text(140)),
    [`${name}_document`]: Type.Optional(document),
    [`${name}_person_type`]: Type.Optional(closedEnum(personTypes, 'Natural or legal person.')),
    [`${name}_bank_name`]: Type.Optional(text(140)),
    [`${name}_bank_ispb`]: Type.Optional(ispb),
  }) as {
    [Field in `${Name}_name` | `${Name}_bank_name`]: Type.TOptional<Type.TString>
  } & { [Field in `${Name}_document` | `${Name}_bank_ispb`]: Type.TOptional<Type.TString> } & {
    [Field in `${Name}_person_type`]: Type.TOptional<Type.TUnsafe<(typeof personTypes)[number]>>
  }

const key = { user_id: Uuid, wallet_id: Uuid, id: Uuid }
/** What a transaction is. Once known it never changes; what was not known may become known. */
const fixed = {
  type: closedEnum(transactionTypes, 'What kind of movement it is.'),
  amount: Type.Integer({ minimum: 1, maximum: AMOUNT_MAX, description: 'Cents.' }),
  operation_id: Type.Optional(Uuid),
  end_to_end_id: Type.Optional(endToEndId),
  txid: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9]{1,35}$' })),
  original_id: Type.Optional(Uuid),
  original_end_to_end_id: Type.Optional(endToEndId),
  devolution_code: Type.Optional(closedEnum(devolutionCodes, 'Why money was returned.')),
  ...party('owner'),
  ...party('beneficiary'),
  description: Type.Optional(text(140)),
  merchant_id: Type.Optional(text(64)),
  created_at: moment,
}
/** What becomes of it. Each newer record says it anew. */
const moving = {
  status: closedEnum(transactionStatuses, 'Where it stands.'),
  available_amount: Type.Optional(Type.Integer({ minimum: 0, maximum: AMOUNT_MAX })),
  payment_date: Type.Optional(moment),
  failed_code: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{2,8}$' })),
  updated_at: moment,
}

/** A record as the ledger sends it. */
export const TransactionRecord = Type.Object({ ...key, ...fixed, ...moving }, { additionalProperties: false })

/** As callers see it. */
export const TransactionReply = Type.Object(
  {
    id: Uuid,
    wallet_id: Uuid,
    ...fixed,
    ...moving,
    type: openEnum(transactionTypes),
    status: openEnum(transactionStatuses),
    available_amount: Type.Optional(Type.Integer({ description: 'Of a deposit, what is left to return; cents.' })),
    devolution_code: Type.Optional(openEnum(devolutionCodes)),
    owner_person_type: Type.Optional(openEnum(personTypes)),
    beneficiary_person_type: Type.Optional(openEnum(personTypes)),
    payment_date: Type.Optional(DateTime),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Transaction' },
)

type Sent = Static<typeof TransactionRecord>
export type FixedField = keyof typeof fixed
export type MovingField = keyof typeof moving
export type Transaction = {
  [Field in keyof Sent]-?: undefined extends Sent[Field] ? NonNullable<Sent[Field]> | null : Sent[Field]
} & {
  version: number
}

export const fixedFields = Object.keys(fixed) as FixedField[]
export const movingFields = Object.keys(moving) as MovingField[]
export const transactionFields = Object.keys({ ...key, ...fixed, ...moving } satisfies TProperties) as (keyof Sent)[]

export function transactionHappened(what: 'created' | 'updated', transaction: Transaction): OwnedHappening {
  const { user_id, wallet_id, id, type, status, version } = transaction
  return {
    user_id,
    type: `transactions.transaction.${what}`,
    object_id: id,
    sequence: version,
    data: { transaction_id: id, wallet_id, type, status },
  }
}
