import type { FastifyRequest } from 'fastify'
import { defaultLanguage, isLanguage, type Language } from '../base/language.ts'
import { requestMalformed } from './faults.ts'

export function chooseLanguage(request: FastifyRequest): Language {
  const asked = request.headers['x-lang']
  if (asked === undefined) return defaultLanguage
  if (isLanguage(asked)) return asked
  throw requestMalformed({
    errors: [
      {
        pointer: '/headers/x-lang',
        code: 'IS_ENUM',
        detail: { 'pt-BR': 'deve ser pt-BR ou en-US', 'en-US': 'must be pt-BR or en-US' },
      },
    ],
  })
}
