import Type from 'typebox'
import { DateTime, openEnum, Uuid } from '../../http/schema.ts'

export const transactionTypes = ['PAYMENT', 'DEPOSIT', 'DEVOLUTION', 'DEVOLUTION_RECEIVED'] as const
export type TransactionType = (typeof transactionTypes)[number]

/** The statuses of each type. CONFIRMED, RECEIVED and READY are settled. */
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

export const personTypes = ['NATURAL_PERSON', 'LEGAL_PERSON'] as const
/** The reason of a devolution, as Pix message codes: operational flaw, fraud, requested by the payee, change. */
export const devolutionCodes = ['BE08', 'FR01', 'MD06', 'SL02'] as const

const party = (name: 'owner' | 'beneficiary', who: string) => ({
  [`${name}_name`]: Type.Optional(Type.String({ description: who })),
  [`${name}_document`]: Type.Optional(Type.String({ description: 'CPF or CNPJ, without a mask.' })),
  [`${name}_person_type`]: Type.Optional(openEnum(personTypes)),
  [`${name}_bank_name`]: Type.Optional(Type.String()),
  [`${name}_bank_ispb`]: Type.Optional(Type.String({ description: 'The ISPB of the institution.' })),
})

/** The form that the API returns. */
export const TransactionReply = Type.Object(
  {
    id: Uuid,
    wallet_id: Uuid,
    type: openEnum(transactionTypes),
    status: openEnum(transactionStatuses),
    amount: Type.Integer({ description: 'Cents.' }),
    available_amount: Type.Optional(
      Type.Integer({ description: 'For a deposit, the amount that can still be returned; cents.' }),
    ),
    operation_id: Type.Optional(Uuid),
    end_to_end_id: Type.Optional(Type.String({ description: 'Its id at the central bank: E… or, for a return, D….' })),
    txid: Type.Optional(Type.String()),
    original_id: Type.Optional(Uuid),
    original_end_to_end_id: Type.Optional(
      Type.String({ description: 'For a devolution: the payment that is returned.' }),
    ),
    devolution_code: Type.Optional(openEnum(devolutionCodes)),
    purpose: Type.Optional(
      Type.String({
        description: 'The purpose of a payment, as a Pix code: IPRT is money returned by a fund recovery.',
      }),
    ),
    ...party('owner', 'The payer.'),
    ...party('beneficiary', 'The payee.'),
    description: Type.Optional(Type.String()),
    merchant_id: Type.Optional(Type.String({ description: 'The name that you give it.' })),
    payment_date: Type.Optional(DateTime),
    failed_code: Type.Optional(Type.String({ description: 'Why it failed.' })),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Transaction' },
)
