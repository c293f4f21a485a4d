import Type from 'typebox'
import type { OfProduct, StoredRecord } from '../../http/repository.ts'
import { openEnum, Uuid } from '../../http/schema.ts'
import { divergentAmountTypes, type RegisteredBillet } from '../../partners/billet-registry/registered-billet.ts'
import { isCpf, maskCpf } from '../../platform/tax-ids/cpf.ts'
import type { Slip } from './slip.ts'

/** Long enough for every mask in use. */
const TYPED_LENGTH_MAX = 100

export const BilletDecodeCreate = Type.Object(
  {
    typeable_line: Type.String({
      maxLength: TYPED_LENGTH_MAX,
      description: 'The line of 47 or 48 digits, or the barcode of 44; with or without blanks, dots and hyphens.',
    }),
  },
  { additionalProperties: false, title: 'BilletDecodeCreate' },
)

const cents = (description: string) => Type.Integer({ minimum: 0, description: `${description} In cents.` })
const day = (description: string) => Type.String({ format: 'date', description })

export const BilletDecodeReply = Type.Object(
  {
    id: Uuid,
    barcode: Type.String(),
    typeable_line: Type.String({ description: 'Digits only.' }),
    original_amount: cents('The amount of the billet, 0 when the payer chooses it.'),
    charged_amount: cents('The amount due today.'),
    charged_rebate_amount: cents('Discount that always applies.'),
    charged_discount_amount: cents('Discount for paying early.'),
    charged_interest_amount: cents('Added for each day of delay.'),
    charged_fine_amount: cents('Added once for the delay.'),
    due_date: Type.Optional(day('The due date.')),
    limit_due_date: Type.Optional(day('The last day for payment.')),
    charged_amount_due_date: Type.Optional(day('The last day on which charged_amount is the amount due.')),
    beneficiary_name: Type.String(),
    beneficiary_bank_name: Type.String(),
    beneficiary_document: Type.String({
      description:
        'Always present. A CNPJ is whole and may contain letters; of a CPF only the middle is shown: ***NNNNNN**.',
    }),
    divergent_amount_type: openEnum(divergentAmountTypes),
    min_amount: Type.Optional(cents('The minimum payment.')),
    max_amount: Type.Optional(cents('The maximum payment.')),
  },
  { title: 'BilletDecode' },
)

/** Columns that a later payment needs and the response does not show. */
interface DecodeColumns extends OfProduct {
  wallet_id: string | null
  /** The day for which the charges were calculated. */
  payment_date: string
  registry_revision: number
  created_at: string
}

/** A decode is immutable, so it needs no version. */
export type BilletDecode = Omit<StoredRecord<typeof BilletDecodeReply>, 'version'> & DecodeColumns

/** Where the registry and the digits differ, the registry wins: it has the issuer's changes after the print. */
export function newDecode(
  id: string,
  { product_id, wallet_id }: Pick<BilletDecode, 'product_id' | 'wallet_id'>,
  { barcode, typeable_line }: Slip,
  billet: RegisteredBillet,
  now: Date,
): BilletDecode {
  return {
    id,
    product_id,
    wallet_id,
    barcode,
    typeable_line,
    payment_date: billet.payment_date,
    registry_revision: billet.revision,
    original_amount: billet.original_amount,
    charged_amount: billet.charged_amount,
    charged_rebate_amount: billet.charged_rebate_amount,
    charged_discount_amount: billet.charged_discount_amount,
    charged_interest_amount: billet.charged_interest_amount,
    charged_fine_amount: billet.charged_fine_amount,
    due_date: billet.due_date ?? null,
    limit_due_date: billet.limit_due_date ?? null,
    charged_amount_due_date: billet.charged_amount_due_date ?? null,
    beneficiary_name: billet.beneficiary_name,
    beneficiary_bank_name: billet.beneficiary_bank_name,
    beneficiary_document: shown(billet.beneficiary_document),
    divergent_amount_type: billet.divergent_amount_type,
    min_amount: billet.min_amount ?? null,
    max_amount: billet.max_amount ?? null,
    created_at: now.toISOString(),
  }
}

/** The full document number is not stored: a payment queries the registry again, so no code here needs it. */
function shown(document: string): string {
  return isCpf(document) ? maskCpf(document) : document
}
