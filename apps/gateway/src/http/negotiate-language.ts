import type { FastifyRequest } from 'fastify'
import { defaultLanguage, type Language, languageOfTag } from '../platform/language.ts'
import { requestMalformed } from './faults.ts'

/** Writes the tag as the contract spells it, so that the schema of the headers accepts it in any case. */
export function chooseLanguage(request: FastifyRequest): Language {
  const asked = request.headers['x-lang']
  if (asked === undefined) return defaultLanguage
  const language = languageOfTag(asked)
  if (language) return (request.headers['x-lang'] = language)
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
