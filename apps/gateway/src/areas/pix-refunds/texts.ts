import { both, prose } from '../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listRefundRequests: {
    summary: both('Listar as solicitações de devolução de uma carteira', 'List the refund requests of a wallet'),
    description: prose(
      `Lista, em páginas, as solicitações de devolução que outras instituições fizeram sobre pagamentos
      recebidos pela carteira. Cada uma mostra o valor solicitado, o prazo e o valor já pago. O core bancário
      da instituição paga; esta operação só consulta.`,
      `Lists, in pages, the refund requests that other institutions made about payments received by the wallet.
      Each shows the requested amount, its deadline and the amount already paid. The core of the institution
      pays; this operation only reads.`,
    ),
  },
  getRefundRequest: {
    summary: both('Consultar uma solicitação de devolução', 'Get a refund request'),
    description: prose(
      `Mostra os dados atuais de uma solicitação de devolução, com os pagamentos informados. A solicitação é da
      carteira que recebeu o pagamento: com outra carteira a resposta é \`REFUND_REQUEST_NOT_FOUND\`.`,
      `Returns the current data of a refund request, with the reported payments. A request belongs to the
      wallet that received the payment: with another wallet the response is \`REFUND_REQUEST_NOT_FOUND\`.`,
    ),
  },
}
