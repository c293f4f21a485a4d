import { fault } from '../../platform/errors/fault.ts'

export const ingestUnfinished = fault({
  code: 'TRANSACTION_INGEST_UNFINISHED',
  status: 503,
  title: { 'pt-BR': 'Lote não confirmado', 'en-US': 'Batch not confirmed' },
  detail: {
    'pt-BR':
      'Não foi possível confirmar se o lote foi gravado. Envie o mesmo lote após Retry-After: as transações já gravadas não mudam.',
    'en-US':
      'The gateway could not confirm whether it stored the batch. Send the same batch after Retry-After: transactions already stored do not change.',
  },
})
