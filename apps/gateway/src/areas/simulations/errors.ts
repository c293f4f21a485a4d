import { fault } from '../../platform/errors/fault.ts'

export const subjectNotFound = fault({
  code: 'SIMULATION_SUBJECT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Nada a simular', 'en-US': 'Nothing to simulate' },
  detail: {
    'pt-BR': 'Não há registro com este id que você possa consultar. Simule com um registro seu.',
    'en-US': 'There is no record with this id that you can read. Simulate with a record of your own.',
  },
})

export const simulationRefused = fault({
  code: 'SIMULATION_REFUSED',
  status: 409,
  title: { 'pt-BR': 'Simulação recusada', 'en-US': 'Simulation rejected' },
  detail: {
    'pt-BR':
      'O simulador não pode fazer isto agora: reason é o código do erro. Consulte o registro, aguarde o próximo evento dele ou avance o relógio, e tente novamente.',
    'en-US':
      'The simulator cannot do this now: reason is its error code. Read the record, wait for its next event or advance the clock, and try again.',
  },
})

export const simulatorUnavailable = fault({
  code: 'SIMULATOR_UNAVAILABLE',
  status: 503,
  title: { 'pt-BR': 'Simulador indisponível', 'en-US': 'Simulator unavailable' },
  detail: {
    'pt-BR':
      'O simulador não respondeu. Envie novamente após Retry-After; se o erro persistir, peça ao operador da instalação que confira os endereços SIMULATOR_….',
    'en-US':
      'The simulator did not respond. Send the request again after Retry-After; if the error persists, ask the operator of the installation to check the SIMULATOR_… addresses.',
  },
})

export const clockOutOfReach = fault({
  code: 'CLOCK_OUT_OF_REACH',
  status: 422,
  title: { 'pt-BR': 'Avanço do relógio fora do limite', 'en-US': 'Clock advance out of range' },
  detail: {
    'pt-BR':
      'O relógio só avança, no máximo 400 dias por vez. now é a hora atual; escolha um momento posterior, ou avance mais de uma vez.',
    'en-US':
      'The clock only advances, by 400 days at most each time. now is the current time; choose a later moment, or advance more than once.',
  },
})
