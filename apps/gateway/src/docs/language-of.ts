import type { FastifyRequest } from 'fastify'
import { type Language, readerLanguage } from '../platform/language.ts'

/** The language of the documentation: English, unless `?lang` or the browser requests another. */
export function languageOf({ query, headers }: FastifyRequest): Language {
  return readerLanguage((query as { lang?: unknown }).lang, headers['accept-language'], 'en-US')
}
