import type { FastifyReply, FastifyRequest } from 'fastify'
import { renderProblem } from '../../base/errors/fault.ts'
import { defaultLanguage, type Language } from '../../base/language.ts'
import type { Log } from '../../base/observability/log.ts'
import { asFault } from '../../gate/answer.ts'

const again = { 'pt-BR': 'Entrar de novo', 'en-US': 'Log in again' }
const number = { 'pt-BR': 'Número para o suporte', 'en-US': 'Number for support' }

/** A refusal as a page: the same words that a program gets as a problem. */
export function answerPage(
  { log, docsUrl }: { log: Log; docsUrl: string },
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asFault(error)
  const { code, status } = refusal.declaration
  if (status === 500 || refusal.cause !== undefined)
    log.error('request_failed', { request_id: request.id, code }, error)
  const language = languageOf(request)
  const { title, detail } = renderProblem(refusal, language, request.id, docsUrl)
  return reply
    .code(status)
    .headers(refusal.particulars.headers ?? {})
    .header('content-language', language)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<h1>${escape(title)}</h1>
<p>${escape(detail)}</p>
<p><a href="/login">${again[language]}</a></p>
<p><small>${code}. ${number[language]}: ${request.id}</small></p>
`)
}

/** A browser says what its owner reads. Whoever does not ask for English first gets Portuguese. */
function languageOf({ headers }: FastifyRequest): Language {
  return /^en\b/i.test(headers['accept-language'] ?? '') ? 'en-US' : defaultLanguage
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
