import { fault } from '../../base/errors/fault.ts'

export const ingestUnfinished = fault({
  code: 'TRANSACTION_INGEST_UNFINISHED',
  status: 503,
  title: { 'pt-BR': 'Lote não confirmado', 'en-US': 'Batch not confirmed' },
  detail: {
    'pt-BR':
      'Não foi possível confirmar se o lote foi guardado. Envie o mesmo lote após Retry-After: o que já estiver guardado não muda.',
    'en-US':
      'It could not be confirmed whether the batch was kept. Send the same batch after Retry-After: what is kept already does not change.',
  },
})
