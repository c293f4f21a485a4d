import type { FastifyRequest } from 'fastify'
import { type Language, readerLanguage } from '../base/language.ts'

/** What integrators read is in English unless they ask otherwise, by `?lang` or by what their browser prefers. */
export function languageOf({ query, headers }: FastifyRequest): Language {
  return readerLanguage((query as { lang?: unknown }).lang, headers['accept-language'], 'en-US')
}
