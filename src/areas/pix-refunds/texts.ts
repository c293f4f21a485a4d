import { both, prose } from '../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listRefundRequests: {
    summary: both(
      'Listar o que outros bancos pedem de volta de uma carteira',
      'List what other banks ask back from a wallet',
    ),
    description: prose(
      `Lista os pedidos de devolução que outros bancos fizeram sobre pagamentos recebidos pela carteira, em páginas.
      Cada um diz o valor pedido, até quando é devido e o que já foi pago. Quem paga é o core da instituição: aqui se
      lê.`,
      `Lists what other banks ask back of payments which the wallet received, in pages. Each shows the requested amount,
      its deadline and the amount already paid. The institution's core pays: here it is read.`,
    ),
  },
  getRefundRequest: {
    summary: both('Consultar um pedido de devolução', 'Get a refund request'),
    description: prose(
      `Mostra um pedido de devolução como ele está agora, com os pagamentos informados. O pedido é da carteira que
      recebeu o pagamento: com outra carteira a resposta é \`REFUND_REQUEST_NOT_FOUND\`.`,
      `Shows a refund request as it is now, with the reported payments. A request belongs to the wallet that
      received the payment: with another wallet the answer is \`REFUND_REQUEST_NOT_FOUND\`.`,
    ),
  },
}
