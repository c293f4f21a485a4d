import { defineMessages } from '@eclusa/ui/i18n/language.ts'

/** Texts of reports and refund requests whose payment is not in our ledger yet. */
export const unclaimed = defineMessages({
  'pt-BR': {
    page: 'Não identificadas',
    about:
      'Notificações e pedidos de devolução de outras instituições sem transação correspondente. Quando o registro da transação chega, o caso é atribuído ao usuário automaticamente.',
    reports: 'Notificações não identificadas',
    refunds: 'Devoluções não identificadas',
    none: 'Nenhum caso sem transação correspondente.',
    of: 'Dados do DICT',
    by: 'Solicitante',
    reason: 'Motivo',
    firstSeen: 'Recebida em',
    toDo: 'O que fazer',
    over: 'A outra instituição já cancelou ou encerrou.',
    steps: [
      'Busque o pagamento no core bancário pelo end-to-end.',
      'Se for de um cliente nosso, peça à operação o envio do registro à ingestão de transações.',
      'Assuma o caso para que a equipe saiba que você é o responsável.',
    ],
    statuses: { OPEN: 'Aberta', ACKNOWLEDGED: 'Recebida', CLOSED: 'Encerrada', CANCELLED: 'Cancelada' },
  },
  'en-US': {
    page: 'Unmatched',
    about:
      'Reports and refund requests of other institutions without a matching transaction. When the record of the transaction arrives, the case is assigned to its user automatically.',
    reports: 'Unmatched reports',
    refunds: 'Unmatched refunds',
    none: 'No unmatched cases.',
    of: 'DICT data',
    by: 'Requester',
    reason: 'Reason',
    firstSeen: 'Received at',
    toDo: 'What to do',
    over: 'The other institution has canceled or closed it.',
    steps: [
      'Search for the payment in the core by its end-to-end id.',
      'If it belongs to a client of ours, ask an operator to ingest its record.',
      'Assign the case to yourself so that the team knows who is responsible.',
    ],
    statuses: { OPEN: 'Open', ACKNOWLEDGED: 'Received', CLOSED: 'Closed', CANCELLED: 'Canceled' },
  },
})
