import { fault } from '../../base/errors/fault.ts'

export const subjectNotFound = fault({
  code: 'SIMULATION_SUBJECT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Nada a simular', 'en-US': 'Nothing to simulate' },
  detail: {
    'pt-BR': 'Não há registro com este id ao seu alcance. Simule sobre um registro seu.',
    'en-US': 'There is no record with this id within your reach. Simulate on a record of your own.',
  },
})

export const simulationRefused = fault({
  code: 'SIMULATION_REFUSED',
  status: 409,
  title: { 'pt-BR': 'Simulação recusada', 'en-US': 'Simulation refused' },
  detail: {
    'pt-BR':
      'Lá fora isto não pode acontecer agora: reason diz por quê. Leia o registro, espere pelo seu próximo evento ou avance o relógio, e tente de novo.',
    'en-US':
      'The simulator cannot do this now: reason is its error code. Read the record, await its next event or advance the clock, and try again.',
  },
})

export const simulatorUnavailable = fault({
  code: 'SIMULATOR_UNAVAILABLE',
  status: 503,
  title: { 'pt-BR': 'Simulador indisponível', 'en-US': 'Simulator unavailable' },
  detail: {
    'pt-BR':
      'Quem faz as vezes do mundo lá fora não respondeu. Envie de novo após Retry-After; se continuar, peça a quem opera esta instalação que veja os endereços SIMULATOR_….',
    'en-US':
      'Whoever stands for the outside world did not answer. Send it again after Retry-After; should it go on, ask who runs this installation to look at the SIMULATOR_… addresses.',
  },
})

export const clockOutOfReach = fault({
  code: 'CLOCK_OUT_OF_REACH',
  status: 422,
  title: { 'pt-BR': 'O relógio não vai até lá', 'en-US': 'The clock does not go there' },
  detail: {
    'pt-BR':
      'O relógio só anda para a frente, e no máximo 400 dias por vez. now diz que horas são; escolha um momento depois disso, ou avance mais de uma vez.',
    'en-US':
      'The clock only goes forward, and 400 days at most each time. now is the current time; choose a moment after that, or advance more than once.',
  },
})
