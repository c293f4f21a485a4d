import Type from 'typebox'
import { masked } from '../../../backoffice/masked.ts'
import { DateTime, Uuid } from '../../../http/schema.ts'
import { type RefundRequest, RefundRequestReply } from '../refund-request.ts'

const RefundAccount = Type.Object(
  {
    participant: Type.String(),
    branch: Type.Optional(Type.String()),
    account_number: Type.String(),
    account_type: Type.String(),
    document: Type.Optional(Type.String({ description: 'The account of the payee of the refund.' })),
  },
  { title: 'RefundAccount' },
)

/** A refund for the institution: the client's view, and its status at DICT. */
export const RefundRecord = Type.Object(
  {
    ...RefundRequestReply.properties,
    user_id: Uuid,
    version: Type.Integer(),
    dict_status: Type.String({ description: 'The value at DICT.' }),
    dict_refusal: Type.Optional(Type.String({ description: 'Why DICT rejected the answer.' })),
    requesting_participant: Type.String({ description: 'The ISPB of the requesting institution.' }),
    contested_participant: Type.Optional(
      Type.String({ description: 'The participant of ours to which it is addressed; an ISPB.' }),
    ),
    analysis_details: Type.Optional(Type.String()),
    monitor_account: Type.Boolean(),
    overdue_at: Type.Optional(DateTime),
    refund_account: Type.Optional(RefundAccount),
  },
  { title: 'RefundRecord' },
)

/** The refund in its masked form, or revealed to a user who gave a reason. */
export function shownRefund(
  { refund_account: account, description, analysis_details, ...refund }: RefundRequest,
  revealed: boolean,
) {
  const text = (value: string | null) => (value === null || revealed ? value : masked.text(value))
  return {
    ...refund,
    description: text(description),
    analysis_details: text(analysis_details),
    refund_account: account ? shownAccount(account, revealed) : null,
  }
}

function shownAccount(account: NonNullable<RefundRequest['refund_account']>, revealed: boolean) {
  const { participant, branch = null, account_number, account_type, tax_id_number, tax_id } = account
  const document = tax_id_number ?? tax_id ?? null
  return {
    participant,
    branch,
    account_type,
    account_number: revealed ? account_number : masked.account(account_number),
    document: document === null || revealed ? document : masked.document(document),
  }
}
