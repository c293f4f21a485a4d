import sql, { type Sql } from 'sql-template-tag'
import type { StoredTransaction } from './transaction-record.ts'

/**
 * Registry of Pix payments by end-to-end id: one id is one payment with one amount, whatever the source of the report.
 * Database triggers write it with the records, and reject a contradicting record.
 */
export interface PixPayment {
  end_to_end_id: string
  amount: number
  /** User, wallet and id of the record on each side. */
  outgoing: string[] | null
  incoming: string[] | null
  /** User and id of the refund request that it pays. */
  refund: string[] | null
  created_at: string
}

/** Runs with a role that can read all users, because another user's payment may have the id. */
export const selectPayments = (end_to_end_ids: string[]): Sql =>
  sql`select end_to_end_id, amount, outgoing, incoming, refund, created_at from pix_payments
    where end_to_end_id = any(${end_to_end_ids})`

/** Whether a write failed because another payment has its end-to-end id. */
export const isPaymentTaken = (error: unknown) => (error as { constraint?: string }).constraint === 'one_payment'

/** The payment that was recorded first, as the error shows it. */
export interface FirstPayment {
  end_to_end_id: string
  amount: number
  recorded_at: string
  wallet_id?: string
  transaction_id?: string
  refund_request_id?: string
}

export function firstPayment({
  end_to_end_id,
  amount,
  outgoing,
  incoming,
  refund,
  created_at,
}: PixPayment): FirstPayment {
  const [, wallet_id, transaction_id] = outgoing ?? incoming ?? []
  return {
    end_to_end_id,
    amount,
    recorded_at: created_at,
    ...(transaction_id && { wallet_id: wallet_id!, transaction_id }),
    ...(refund && { refund_request_id: refund[1]! }),
  }
}

const sideOf = ({ type }: StoredTransaction) => (type === 'PAYMENT' || type === 'DEVOLUTION' ? 'outgoing' : 'incoming')

/** The payments known to a batch: registered ones, and those of its own records. */
export function createPaymentLookup(registered: PixPayment[], now: Date) {
  const payments = new Map(registered.map((payment) => [payment.end_to_end_id, payment]))
  return {
    /** The other payment with the id of this record. Undefined when the id is free or belongs to this record. */
    firstOf(record: StoredTransaction): FirstPayment | undefined {
      const known = record.end_to_end_id === null ? undefined : payments.get(record.end_to_end_id)
      if (!known) return undefined
      const side = known[sideOf(record)]
      const same = known.amount === record.amount && (side === null || side.join() === keyOf(record).join())
      return same ? undefined : firstPayment(known)
    },
    add(record: StoredTransaction): void {
      const { end_to_end_id, amount } = record
      if (end_to_end_id === null) return
      const known = payments.get(end_to_end_id)
      const created_at = now.toISOString()
      const empty = { end_to_end_id, amount, outgoing: null, incoming: null, refund: null, created_at }
      payments.set(end_to_end_id, { ...(known ?? empty), [sideOf(record)]: keyOf(record) })
    },
  }
}

const keyOf = ({ user_id, wallet_id, id }: StoredTransaction) => [user_id, wallet_id, id]
