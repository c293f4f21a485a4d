import { fault } from '../../platform/errors/fault.ts'

export const refundRequestNotFound = fault({
  code: 'REFUND_REQUEST_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Solicitação de devolução não encontrada', 'en-US': 'Refund request not found' },
  detail: {
    'pt-BR':
      'Não há solicitação de devolução com este id nesta carteira. Confira o id, a carteira e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no refund request with this id in this wallet. Check the id, the wallet and the user on whose behalf the request runs.',
  },
})

export const refundRequestUnknown = fault({
  code: 'REFUND_REQUEST_UNKNOWN',
  status: 404,
  title: { 'pt-BR': 'Solicitação de devolução não encontrada', 'en-US': 'Refund request not found' },
  detail: {
    'pt-BR': 'Nenhum usuário tem uma solicitação de devolução com este id. Confira o id no evento ou na lista.',
    'en-US': 'No user has a refund request with this id. Check the id in the event or in the list.',
  },
})

export const unclaimedRefundUnknown = fault({
  code: 'UNCLAIMED_REFUND_UNKNOWN',
  status: 404,
  title: { 'pt-BR': 'Devolução não identificada não encontrada', 'en-US': 'Unmatched refund request not found' },
  detail: {
    'pt-BR':
      'Não há devolução não identificada com este id. Se a transação já foi recebida do core bancário, ela é agora uma solicitação de devolução com o mesmo id.',
    'en-US':
      'There is no unmatched refund request with this id. If the core has sent its payment since, it is now a refund request with the same id.',
  },
})

export const refundRequestAnswered = fault({
  code: 'REFUND_REQUEST_ANSWERED',
  status: 409,
  title: { 'pt-BR': 'Solicitação já respondida', 'en-US': 'Request already answered' },
  detail: {
    'pt-BR':
      'O core bancário já informou outro resultado para esta solicitação, e o DICT aceita um só. Consulte a solicitação. Nada foi alterado.',
    'en-US':
      'The core already reported another result for this request, and DICT accepts only one. Read the request. Nothing was changed.',
  },
})

export const refundPaymentConflict = fault({
  code: 'REFUND_PAYMENT_CONFLICT',
  status: 409,
  title: { 'pt-BR': 'Id de outro pagamento', 'en-US': 'Id of another payment' },
  detail: {
    'pt-BR':
      'Este end-to-end id já é de outro pagamento, descrito em first_payment: outro valor, outra solicitação ou um id corrigido. Confira o id no core bancário. Nada foi alterado.',
    'en-US':
      'This end-to-end id already belongs to another payment, described in first_payment: another amount, another request, or an id that was corrected. Check the id in the core. Nothing was changed.',
  },
})

export const refundPaymentRulesBroken = fault({
  code: 'REFUND_PAYMENT_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Pagamento inválido', 'en-US': 'Payment not valid' },
  detail: {
    'pt-BR': 'O pagamento informado não atende às regras listadas em errors. Nada foi alterado.',
    'en-US': 'The payment does not meet the rules listed in errors. Nothing was changed.',
  },
})
