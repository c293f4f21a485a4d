import { words } from '../../words/language.ts'

/** Texts about reports and refunds of payments that no ledger reported. */
export const unclaimed = words({
  'pt-BR': {
    page: 'Sem dono',
    about:
      'Outros bancos notificaram ou pediram de volta pagamentos que nenhum registro nosso conhece. Assim que o registro do pagamento chega, cada um passa ao seu dono por si só.',
    reports: 'Notificações sem dono',
    refunds: 'Devoluções sem dono',
    none: 'Nada espera por dono.',
    of: 'Do DICT',
    by: 'Quem pede',
    reason: 'Motivo',
    firstSeen: 'Vista primeiro em',
    toDo: 'O que fazer',
    over: 'Quem pediu já cancelou ou encerrou.',
    steps: [
      'Procure o pagamento no core pelo end-to-end.',
      'Se for nosso, peça a quem opera que envie o registro à ingestão.',
      'Assuma o caso para que os outros saibam que você cuida dele.',
    ],
    statuses: { OPEN: 'Aberta', ACKNOWLEDGED: 'Em aberto', CLOSED: 'Encerrada', CANCELLED: 'Cancelada' },
  },
  'en-US': {
    page: 'Unclaimed',
    about:
      'Other banks reported or asked back payments that no ledger of ours knows. As soon as the record of the payment arrives, each becomes that of its owner by itself.',
    reports: 'Unclaimed reports',
    refunds: 'Unclaimed refunds',
    none: 'Nothing waits for an owner.',
    of: 'From DICT',
    by: 'Asked by',
    reason: 'Reason',
    firstSeen: 'First seen',
    toDo: 'What to do',
    over: 'Who asked has taken it back or closed it.',
    steps: [
      'Look for the payment in the core by its end-to-end id.',
      'If it is ours, ask an operator to send its record to the ingest.',
      'Take the case so that others know you have it.',
    ],
    statuses: { OPEN: 'Open', ACKNOWLEDGED: 'Waiting', CLOSED: 'Closed', CANCELLED: 'Cancelled' },
  },
})
