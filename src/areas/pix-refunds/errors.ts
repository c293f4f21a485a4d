import { fault } from '../../base/errors/fault.ts'

export const refundRequestNotFound = fault({
  code: 'REFUND_REQUEST_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Pedido de devolução não encontrado', 'en-US': 'Refund request not found' },
  detail: {
    'pt-BR':
      'Não há pedido de devolução com este id nesta carteira. Confira o id, a carteira e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no refund request with this id in this wallet. Check the id, the wallet and the user on whose behalf the request runs.',
  },
})

export const refundRequestUnknown = fault({
  code: 'REFUND_REQUEST_UNKNOWN',
  status: 404,
  title: { 'pt-BR': 'Pedido de devolução desconhecido', 'en-US': 'Refund request unknown' },
  detail: {
    'pt-BR': 'Nenhum usuário tem um pedido de devolução com este id. Confira o id no evento ou na lista.',
    'en-US': 'No user has a refund request with this id. Check the id in the event or in the list.',
  },
})

export const unclaimedRefundUnknown = fault({
  code: 'UNCLAIMED_REFUND_UNKNOWN',
  status: 404,
  title: { 'pt-BR': 'Devolução sem dono desconhecida', 'en-US': 'Unclaimed refund unknown' },
  detail: {
    'pt-BR':
      'Nenhuma devolução sem dono tem este id. Se o pagamento foi ingerido desde então, ela é um pedido de devolução de mesmo id.',
    'en-US':
      'No unclaimed refund has this id. If its payment was ingested meanwhile, it is a refund request with the same id.',
  },
})

export const refundRequestAnswered = fault({
  code: 'REFUND_REQUEST_ANSWERED',
  status: 409,
  title: { 'pt-BR': 'Pedido já respondido', 'en-US': 'Request already answered' },
  detail: {
    'pt-BR':
      'O core já informou outra coisa sobre este pedido, e o DICT é informado uma vez. Leia o pedido. Nada foi alterado.',
    'en-US':
      'The core has reported a different result for this request before, and DICT accepts one. Read the request. Nothing was changed.',
  },
})

export const refundPaymentConflict = fault({
  code: 'REFUND_PAYMENT_CONFLICT',
  status: 409,
  title: { 'pt-BR': 'Id de outro pagamento', 'en-US': 'Id of another payment' },
  detail: {
    'pt-BR':
      'Este end-to-end id já é de outro pagamento, descrito em first_payment: outro valor, outro pedido ou um id corrigido. Confira o id no core. Nada foi alterado.',
    'en-US':
      'This end-to-end id already belongs to another payment, described in first_payment: another amount, another request, or an id that was corrected. Check the id in the core. Nothing was changed.',
  },
})

export const refundPaymentRulesBroken = fault({
  code: 'REFUND_PAYMENT_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Pagamento incoerente', 'en-US': 'Payment not coherent' },
  detail: {
    'pt-BR': 'O pagamento informado não atende às regras listadas em errors. Nada foi alterado.',
    'en-US': 'The payment that was reported breaks the rules listed in errors. Nothing was changed.',
  },
})
