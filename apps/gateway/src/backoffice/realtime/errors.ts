import { fault } from '../../platform/errors/fault.ts'

export const streamsFull = fault({
  code: 'STREAMS_FULL',
  status: 429,
  title: { 'pt-BR': 'Conexões demais', 'en-US': 'Too many live connections' },
  detail: {
    'pt-BR':
      'A fila está aberta em telas demais, suas ou da equipe. Feche uma, ou tente novamente após os segundos em Retry-After; até lá, atualize a lista de tempos em tempos.',
    'en-US':
      'The queue is open on too many screens, yours or those of the team. Close one, or try again after the seconds in Retry-After; until then, reload the list from time to time.',
  },
})
