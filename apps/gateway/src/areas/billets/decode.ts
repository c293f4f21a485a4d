import { record } from '../../events/record.ts'
import type { OperationCall } from '../../http/route.ts'
import type { BilletRegistry } from '../../partners/billet-registry/client.ts'
import type { RegisteredBillet } from '../../partners/billet-registry/registered-billet.ts'
import { PartnerFailure } from '../../partners/failure.ts'
import { dayInSaoPaulo } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { type BilletDecode, newDecode } from './billet-decode.ts'
import { addDecode, insertDecode } from './billet-decode-store.ts'
import { decodeDigits } from './decode-digits.ts'
import {
  billetBankNotFound,
  billetExpired,
  billetMalformed,
  billetNotFound,
  billetNotOpen,
  decodeIdTaken,
  registryUnavailable,
} from './errors.ts'
import { billets } from './events.ts'
import { flawParticulars } from './flaw-texts.ts'
import type { Slip } from './slip.ts'

/** Errors that both versions can return. */
export const decodeErrors = [
  billetMalformed,
  billetExpired,
  billetBankNotFound,
  billetNotFound,
  billetNotOpen,
  decodeIdTaken,
  registryUnavailable,
]

export interface DecodeServices {
  billetRegistry: BilletRegistry
}

type DecodeCall = Pick<
  OperationCall<{}, {}, { typeable_line: string }>,
  'body' | 'scope' | 'now' | 'transaction_uuid' | 'transaction'
>

/**
 * Decodes the digits, queries the registry, and opens the transaction last, so that no transaction waits for the
 * network.
 */
export async function decode(
  { billetRegistry }: DecodeServices,
  { body, scope, now, transaction_uuid, transaction }: DecodeCall,
  wallet_id: string | null,
): Promise<BilletDecode> {
  const today = dayInSaoPaulo(now)
  const slip = readDigits(body.typeable_line, today)
  const billet = await askRegistry(billetRegistry, slip, today)
  refuseUnpayable(slip, billet)
  // The product of the wallet applies when the decode is for one wallet.
  const product_id = wallet_id === null ? scope.product_id : scope.wallet_product_id
  const id = transaction_uuid ?? uuidv7(now.getTime())
  const found = newDecode(id, { product_id, wallet_id }, slip, billet, now)
  return transaction(async (tx) => {
    if (transaction_uuid === undefined) addDecode(tx, found)
    else if (!(await insertDecode(tx, found))) throw decodeIdTaken()
    record(tx, billets.decode.created({ ...found, version: 1 }))
    return found
  })
}

function readDigits(typed: string, today: string): Slip {
  const decoding = decodeDigits(typed, today)
  if (decoding.kind !== 'REFUSED') return decoding
  const isMalformed = decoding.flaws.some(({ code }) => code !== 'DUE_DATE_OUTSIDE_WINDOW')
  throw (isMalformed ? billetMalformed : billetExpired)(flawParticulars(decoding.flaws))
}

async function askRegistry(registry: BilletRegistry, slip: Slip, payment_date: string): Promise<RegisteredBillet> {
  const { barcode, amount_cents, due_date } = slip
  const printed = { amount: amount_cents, due_date }
  const consultation = await registry.consult({ barcode, payment_date, printed }).catch((error: unknown) => {
    if (!(error instanceof PartnerFailure)) throw error
    const seconds = Math.ceil(error.retryAfterMs / 1000)
    throw registryUnavailable({ headers: { 'retry-after': String(seconds) }, cause: error })
  })
  if (consultation.outcome === 'FOUND') return consultation.billet
  throw consultation.outcome === 'BANK_NOT_FOUND' ? billetBankNotFound() : billetNotFound()
}

function refuseUnpayable(slip: Slip, { revision, state, due_date, limit_due_date, payment_date }: RegisteredBillet) {
  if (state !== 'OPEN') throw billetNotOpen({ members: { state } })
  if (limit_due_date && payment_date > limit_due_date) throw billetExpired({ members: { limit_due_date } })
  // The digits have one possible payable date. The registry reports another date, so the slip is from an earlier
  // cycle.
  if (revision === 1 && slip.due_date && slip.due_date !== due_date) throw billetExpired({ members: { due_date } })
}
