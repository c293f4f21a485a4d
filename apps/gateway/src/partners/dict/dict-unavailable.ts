import { fault } from '../../platform/errors/fault.ts'

export const dictUnavailable = fault({
  code: 'DICT_UNAVAILABLE',
  status: 503,
  title: { 'pt-BR': 'DICT indisponível', 'en-US': 'DICT unavailable' },
  detail: {
    'pt-BR':
      'O DICT não respondeu de forma que se possa acreditar, ou este gateway não está ligado a ele. Nada foi confirmado. Tente de novo após Retry-After.',
    'en-US':
      'DICT did not answer in a way that can be believed, or this gateway is not connected to it. Nothing was confirmed. Try again after Retry-After.',
  },
})

const RETRY_AFTER_SECONDS_MIN = 2

/** The same error, with the retry delay that DICT requested. */
export function dictUnavailableFor(waitMs = 0) {
  const seconds = Math.max(RETRY_AFTER_SECONDS_MIN, Math.ceil(waitMs / 1_000))
  return dictUnavailable({ headers: { 'retry-after': String(seconds) } })
}
