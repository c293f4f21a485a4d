import { both, prose } from '../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listTransactions: {
    summary: both('Listar as transações Pix de uma carteira', 'List the Pix transactions of a wallet'),
    description: prose(
      `Lista as transações Pix de uma carteira, da mais nova para a mais antiga: depósitos, pagamentos e
      devoluções, com o pagador e o recebedor. Vale a carteira de x-wallet-uuid ou a padrão. As transações vêm
      do core bancário da instituição; em um depósito, available_amount é o valor que ainda pode ser
      devolvido.`,
      `Lists the Pix transactions of a wallet, newest first: deposits, payments and returns, with the payer and
      the payee. The wallet is that of x-wallet-uuid, or the default one. Transactions come from the ledger of
      the institution; for a deposit, available_amount is the amount that can still be returned.`,
    ),
  },
}
