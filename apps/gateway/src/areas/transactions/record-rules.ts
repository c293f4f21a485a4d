import type { BrokenRule } from '../../platform/errors/fault.ts'

/**
 * Rules for ledger records beyond their schema. No text contains a value, because texts appear in logs and terminals.
 */
const rule = (field: string, code: string, portuguese: string, english: string): BrokenRule => ({
  pointer: field && `/${field}`,
  code,
  detail: { 'pt-BR': portuguese, 'en-US': english },
})

export const rules = {
  notJson: rule('', 'IS_JSON', 'deve ser um objeto JSON bem formado', 'must be a well-formed JSON object'),
  repeated: rule('', 'REPEATED_MEMBER', 'repete um nome no mesmo objeto', 'repeats a name within one object'),
  tooDeep: rule('', 'MAX_DEPTH', 'tem níveis demais, um dentro do outro', 'has too many levels, one inside the other'),
  tooLong: rule('', 'MAX_LENGTH', 'a linha é longa demais', 'the line is too long'),
  walletUnknown: rule(
    'wallet_id',
    'WALLET_UNKNOWN',
    'este usuário não tem esta carteira',
    'this user does not have this wallet',
  ),
  beforePix: rule('created_at', 'MIN', 'é anterior ao início do Pix', 'is earlier than the start of Pix'),
  inTheFuture: (field: string) => rule(field, 'IS_DATE_BEFORE_THAN', 'está no futuro', 'is in the future'),
  updatedBeforeCreated: rule(
    'updated_at',
    'IS_DATE_AFTER_THAN',
    'é anterior a created_at',
    'is earlier than created_at',
  ),
  statusOfOtherType: rule('status', 'IS_ENUM', 'não é uma situação deste tipo', 'is not a status of this type'),
  missing: (field: string) => rule(field, 'MISSING_DATA', 'é obrigatório neste tipo', 'is required for this type'),
  endToEndId: (field: string, kind: 'E' | 'D') =>
    rule(
      field,
      'MATCHES',
      `deve começar com ${kind} e trazer data e hora reais`,
      `must begin with ${kind} and contain a valid date and time`,
    ),
  onlyDevolutionsReferBack: rule(
    'original_id',
    'NOT_ALLOWED',
    'original_id, original_end_to_end_id e devolution_code são só de devoluções',
    'original_id, original_end_to_end_id and devolution_code are for devolutions only',
  ),
  noPurposeOfDevolutions: rule(
    'purpose',
    'NOT_ALLOWED',
    'é só de pagamentos e depósitos',
    'is for payments and deposits only',
  ),
  onlyDepositsAreReturned: rule('available_amount', 'NOT_ALLOWED', 'é só de depósitos', 'is for deposits only'),
  availableOverAmount: rule('available_amount', 'MAX', 'é maior que amount', 'exceeds amount'),
  document: (party: string) =>
    rule(
      `${party}_document`,
      'IS_CPF_OR_CNPJ',
      'deve ser um CPF ou CNPJ válido, sem pontuação',
      'must be a valid CPF or CNPJ, without a mask',
    ),
  personType: (party: string) =>
    rule(`${party}_person_type`, 'IS_ENUM', 'não corresponde ao documento', 'does not match the document'),
  paymentTaken: rule(
    'end_to_end_id',
    'PAYMENT_CONFLICT',
    'já é o id de outro pagamento, descrito em first_payment',
    'is already the id of another payment, described in first_payment',
  ),
  fixed: (field: string) =>
    rule(
      field,
      'IMMUTABLE',
      'difere do valor já gravado, que não muda mais',
      'differs from the stored value, which never changes',
    ),
  sameMoment: (field: string) =>
    rule(
      field,
      'SAME_UPDATED_AT',
      'difere do valor já gravado com o mesmo updated_at',
      'differs from the stored value with the same updated_at',
    ),
}
