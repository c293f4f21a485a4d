import { fault } from '../../base/errors/fault.ts'

export const streamsFull = fault({
  code: 'STREAMS_FULL',
  status: 429,
  title: { 'pt-BR': 'Acompanhamentos demais', 'en-US': 'Too many watching' },
  detail: {
    'pt-BR':
      'A fila já é acompanhada em telas demais, por você ou por todos. Feche alguma, ou tente de novo depois dos segundos em Retry-After; até lá, leia a lista de tempos em tempos.',
    'en-US':
      'The queue is watched on too many screens already, by you or by everybody. Close one, or try again after the seconds in Retry-After; until then read the list now and then.',
  },
})
