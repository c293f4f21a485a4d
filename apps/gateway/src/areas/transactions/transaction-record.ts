import Type, { type Static } from 'typebox'
import type { StoredRecord } from '../../http/repository.ts'
import { closedEnum, moment, Uuid } from '../../http/schema.ts'
import { endToEndIdPattern } from './end-to-end-id.ts'
import { devolutionCodes, personTypes, transactionStatuses, transactionTypes } from './transaction.ts'

const AMOUNT_MAX = 99_999_999_999_999

/** No control characters and no lone surrogates: PostgreSQL rejects both, and with them the whole batch. */
const text = (max: number) => Type.String({ maxLength: max, pattern: '^[^\\p{Cc}\\p{Cs}]+$' })
const endToEndId = Type.String({ pattern: endToEndIdPattern })
const ispb = Type.String({ pattern: '^[0-9A-Z]{8}$' })
const document = Type.String({ pattern: '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$' })

const personType = closedEnum(personTypes, 'Natural or legal person.')

const key = { user_id: Uuid, wallet_id: Uuid, id: Uuid }
/** Fixed fields: once set they never change, and unset ones may be set later. */
const fixed = {
  type: closedEnum(transactionTypes, 'What kind of movement it is.'),
  amount: Type.Integer({ minimum: 1, maximum: AMOUNT_MAX, description: 'Cents.' }),
  operation_id: Type.Optional(Uuid),
  end_to_end_id: Type.Optional(endToEndId),
  txid: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9]{1,35}$' })),
  original_id: Type.Optional(Uuid),
  original_end_to_end_id: Type.Optional(endToEndId),
  purpose: Type.Optional(Type.String({ pattern: '^[A-Z]{4}$' })),
  devolution_code: Type.Optional(closedEnum(devolutionCodes, 'Why money was returned.')),
  owner_name: Type.Optional(text(140)),
  owner_document: Type.Optional(document),
  owner_person_type: Type.Optional(personType),
  owner_bank_name: Type.Optional(text(140)),
  owner_bank_ispb: Type.Optional(ispb),
  beneficiary_name: Type.Optional(text(140)),
  beneficiary_document: Type.Optional(document),
  beneficiary_person_type: Type.Optional(personType),
  beneficiary_bank_name: Type.Optional(text(140)),
  beneficiary_bank_ispb: Type.Optional(ispb),
  description: Type.Optional(text(140)),
  merchant_id: Type.Optional(text(64)),
  created_at: moment('When it was made.'),
}
/** Fields of the state, which each newer record replaces. */
const moving = {
  status: closedEnum(transactionStatuses, 'Where it stands.'),
  available_amount: Type.Optional(Type.Integer({ minimum: 0, maximum: AMOUNT_MAX })),
  payment_date: Type.Optional(moment('When the money moved.')),
  failed_code: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{2,8}$' })),
  updated_at: moment('When it last changed.'),
}

/** A record as the ledger sends it. */
export const TransactionRecord = Type.Object({ ...key, ...fixed, ...moving }, { additionalProperties: false })

type TransactionRecordInput = Static<typeof TransactionRecord>

/** The stored form: every field is present, and unknown ones are null. */
export type StoredTransaction = StoredRecord<typeof TransactionRecord>

export const fixedFields = Object.keys(fixed) as (keyof typeof fixed)[]
export const movingFields = Object.keys(moving) as (keyof typeof moving)[]
export const transactionFields = Object.keys(TransactionRecord.properties) as (keyof TransactionRecordInput)[]
