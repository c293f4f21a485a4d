import { both, prose } from '../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listTransactions: {
    summary: both('Listar as transações Pix de uma carteira', 'List the Pix transactions of a wallet'),
    description: prose(
      `Lista o que passou por uma carteira via Pix, do mais novo para o mais antigo: depósitos, pagamentos e
      devoluções, com quem pagou e quem recebeu. Vale a carteira de x-wallet-uuid ou a padrão. As transações vêm do
      razão da instituição; de um depósito, available_amount diz o que ainda pode ser devolvido.`,
      `Lists what moved through a wallet by Pix, newest first: deposits, payments and returns, with who paid and who
      was paid. It is the wallet of x-wallet-uuid or the default one. Transactions come from the institution's ledger;
      of a deposit, available_amount is the amount that may still be returned.`,
    ),
  },
}
