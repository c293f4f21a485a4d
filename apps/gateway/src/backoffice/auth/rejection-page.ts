import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asFault } from '../../http/respond.ts'
import { renderProblem } from '../../platform/errors/fault.ts'
import { both, defaultLanguage, type Language } from '../../platform/language.ts'
import type { Log } from '../../platform/observability/log.ts'
import { personWithoutRole } from './errors.ts'

const again = both('Entrar novamente', 'Log in again')
const number = both('Número para o suporte', 'Number for support')

/** The colours and sizes of the pages behind the login, which a rejected person cannot load. */
const STYLE = `
:root { color-scheme: light dark }
body { max-width: 34rem; margin: 12vh auto; padding: 0 1.5rem; background: light-dark(#f7f8fa, #0e1014); color: light-dark(#171a20, #e9ebef);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere }
main { padding: 1.5rem; border: 1px solid light-dark(#e3e6ec, #262b33); border-radius: 10px; background: light-dark(#ffffff, #15181d) }
h1 { margin: 0 0 .5rem; font-size: 1.25rem }
h2 { margin: 1.25rem 0 .25rem; font-size: 1rem }
p, ul { margin: 0 0 .75rem }
a { color: light-dark(#2f4fc4, #93a9fa) }
small { color: light-dark(#4c5462, #aab1bd) }
`
/** The only style that these pages may have. */
export const refusalStyle = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

export interface RefusalPages {
  log: Log
  docsUrl: string
  settings: { DESK_ACCESS_CONTACT?: string | undefined }
}

/** An error as a page: the same text that a program gets as a problem. */
export function answerPage(
  { log, docsUrl, settings }: RefusalPages,
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
  const more = code === personWithoutRole.code ? howToGetIn(language, settings.DESK_ACCESS_CONTACT) : ''
  return reply
    .code(status)
    .headers(refusal.particulars.headers ?? {})
    .header('content-language', language)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escape(title)}</h1>
<p>${escape(detail)}</p>${more}
<p><a href="/login">${again[language]}</a></p>
<p><small>${code}. ${number[language]}: ${request.id}</small></p>
</main>
`)
}

const access = {
  what: both('Perfis', 'Roles'),
  roles: {
    viewer: both('Consulta: ver casos, com dados pessoais mascarados', 'Viewer: read cases, with personal data masked'),
    analyst: both('Análise: exibir dados e decidir casos', 'Analyst: reveal data and decide cases'),
    approver: both('Aprovação: aprovar solicitações de outra pessoa', 'Approver: approve requests of another person'),
    operator: both('Operação: usuários, produtos, chaves e webhooks', 'Operator: users, products, keys and webhooks'),
    auditor: both('Auditoria: ler a trilha de auditoria', 'Auditor: read the audit log'),
  },
  whom: both('Contato', 'Contact'),
  anyone: both(
    'Fale com o administrador de acessos da sua instituição. Informe o perfil e o número abaixo.',
    'Contact the access administrator of your institution. Give them the role and the number below.',
  ),
}

function howToGetIn(language: Language, contact: string | undefined): string {
  const roles = Object.values(access.roles).map((role) => `<li>${escape(role[language])}</li>`)
  return `
<h2>${access.what[language]}</h2>
<ul>${roles.join('')}</ul>
<h2>${access.whom[language]}</h2>
<p>${contact === undefined ? '' : `<strong>${escape(contact)}</strong>. `}${escape(access.anyone[language])}</p>`
}

/** Portuguese, unless the browser prefers English. */
function languageOf({ headers }: FastifyRequest): Language {
  return /^en\b/i.test(headers['accept-language'] ?? '') ? 'en-US' : defaultLanguage
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
