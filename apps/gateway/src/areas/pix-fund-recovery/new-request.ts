import type { Static } from 'typebox'
import { type ContactInformation, contactEmailPattern } from '../../partners/dict/enums.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { BrokenRule } from '../../platform/errors/fault.ts'
import type { findTransaction, TransactionName } from '../transactions/find-transaction.ts'
import { analysisEndsAt, isContestable } from './deadlines.ts'
import { periodExpired, requestRulesBroken, transactionNotContestable } from './errors.ts'
import type { Request, RequestCreate } from './request.ts'
import type { fundRecoverySettings } from './settings.ts'

type NewRequestInput = Static<typeof RequestCreate>
type FoundTransaction = NonNullable<Awaited<ReturnType<typeof findTransaction>>>

const broken = (name: string, code: string, pt: string, en: string): BrokenRule => ({
  pointer: `/body/${name}`,
  code,
  detail: { 'pt-BR': pt, 'en-US': en },
})

/**
 * The transaction identifier of the body, and the contact for the analysts: the caller's, or by default the gateway's.
 * Throws with every rule that the body breaks on its own.
 */
export function readBody(
  body: NewRequestInput,
  known: ContactInformation | undefined,
): { name: TransactionName; contact: ContactInformation } {
  const names: TransactionName[] = []
  if (body.transaction_id) names.push({ id: body.transaction_id })
  if (body.transaction_operation_id) names.push({ operation_id: body.transaction_operation_id })
  if (body.end_to_end_id) names.push({ end_to_end_id: body.end_to_end_id })
  const { contact_email: email, contact_phone: phone } = body
  const named = email && phone ? { email, phone } : undefined
  const errors = [...reasonBreaks(body), ...contactBreaks(body)]
  if (names.length !== 1) {
    const rule = ['indique a transação de uma só maneira', 'identify the transaction in exactly one way'] as const
    errors.push(broken('transaction_id', 'ONE_NAME', ...rule))
  }
  if (!email !== !phone) {
    errors.push(
      broken('contact_phone', 'CONTACT_INCOMPLETE', 'envie e-mail e telefone, ou nenhum', 'send both, or neither'),
    )
  } else if (!named && !known) {
    errors.push(
      broken('contact_email', 'CONTACT_REQUIRED', 'é obrigatório neste gateway', 'is required at this gateway'),
    )
  }
  if (errors.length > 0) throw requestRulesBroken({ errors })
  return { name: names[0]!, contact: (named ?? known)! }
}

const emailOfDict = new RegExp(contactEmailPattern)

/** DICT sends the address to other participants, and would reject the whole recovery for an invalid one. */
export function contactBreaks({ contact_email: email }: Pick<NewRequestInput, 'contact_email'>): BrokenRule[] {
  if (email === undefined || emailOfDict.test(email)) return []
  const rule = ['o DICT só aceita minúsculas, sem acentos', 'DICT accepts lower case only, without accents'] as const
  return [broken('contact_email', 'CONTACT_EMAIL_NOT_OF_DICT', ...rule)]
}

function reasonBreaks({ reason, fraud_reason }: NewRequestInput): BrokenRule[] {
  if (reason === 'PIX_AUTOMATIC_PSP_ERROR')
    return [broken('reason', 'NOT_OFFERED', 'não é oferecido por este gateway', 'is not offered by this gateway')]
  const fraud = reason !== 'CANCEL_DEVOLUTION'
  if (fraud && !fraud_reason)
    return [
      broken(
        'fraud_reason',
        'FRAUD_REASON_REQUIRED',
        'é obrigatório quando há fraude',
        'is required when there is fraud',
      ),
    ]
  if (!fraud && fraud_reason)
    return [
      broken('fraud_reason', 'FRAUD_REASON_WITHOUT_FRAUD', 'só se aplica quando há fraude', 'applies only to fraud'),
    ]
  return []
}

export interface NewRequest {
  id: string
  body: NewRequestInput
  transaction: FoundTransaction
  contact: ContactInformation
  periods: Settings<typeof fundRecoverySettings>
  now: Date
}

/** Validates the transaction, and creates the request for it. */
export function newRequest({ id, body, transaction, contact, periods, now }: NewRequest): Request {
  const errors = transactionBreaks(transaction, body.reason)
  if (errors.length > 0) throw transactionNotContestable({ errors })
  const paidAt = new Date(transaction.payment_date ?? transaction.created_at)
  if (!isContestable(paidAt, now, periods)) throw periodExpired()
  const { fraud_reason } = body
  const at = now.toISOString()
  return {
    id,
    user_id: transaction.user_id,
    wallet_id: transaction.wallet_id,
    transaction_id: transaction.id,
    transaction_operation_id: transaction.operation_id,
    transaction_type: transaction.type === 'DEVOLUTION' ? 'DEVOLUTION' : 'PAYMENT',
    transaction_amount: transaction.amount,
    transaction_third_part_name: transaction.beneficiary_name,
    end_to_end_id: transaction.end_to_end_id!,
    reason: body.reason,
    fraud_reason: fraud_reason === 'COERSION_CRIME' ? 'COERCION_CRIME' : (fraud_reason ?? null),
    description: body.description,
    contact_email: contact.email,
    contact_phone: contact.phone,
    status: 'CREATED',
    refund_total_amount: 0,
    refunds: [],
    files: [],
    tracking_graph: null,
    analysis_limit_date: analysisEndsAt(now, periods).toISOString(),
    analysed_at: null,
    refund_limit_date: null,
    refund_warn_at: null,
    canceled_at: null,
    failed_code: null,
    waiting_code: null,
    submitted_at: null,
    unanswered_at: null,
    exists_since: null,
    graph_step: 0,
    lease: null,
    dict_id: null,
    dict_status: null,
    dict_modified_at: null,
    next_action_at: at,
    credits_due_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}

/** Only money that was sent, and has arrived, can be tracked. */
function transactionBreaks(transaction: FoundTransaction, reason: NewRequestInput['reason']): BrokenRule[] {
  const { type, status, end_to_end_id, devolution_code } = transaction
  const wanted = reason === 'CANCEL_DEVOLUTION' ? 'DEVOLUTION' : 'PAYMENT'
  const errors: BrokenRule[] = []
  const refuse = (code: string, pt: string, en: string) => void errors.push(broken('transaction_id', code, pt, en))
  if (type !== 'PAYMENT' && type !== 'DEVOLUTION')
    refuse('NOT_SENT', 'o dinheiro não saiu desta carteira', 'the money did not leave this wallet')
  else if (type !== wanted)
    refuse(
      'REASON_MISMATCH',
      'o motivo não se aplica a este tipo de transação',
      'the reason does not apply to this type of transaction',
    )
  if (status !== 'CONFIRMED')
    refuse('NOT_CONFIRMED', 'a transação não está confirmada', 'the transaction is not confirmed')
  if (!end_to_end_id) refuse('NO_END_TO_END_ID', 'a transação não tem id no Pix', 'the transaction has no id in Pix')
  if (devolution_code === 'BE08')
    refuse(
      'OPERATIONAL_FLAW',
      'a transação devolveu uma falha operacional',
      'the transaction returned an operational flaw',
    )
  return errors
}
