import type { Problem, ResponseLostError, UnknownOutcomeError } from '@eclusa/client/src/index.ts'
import { CommanderError } from 'commander'
import { printable } from '../show.ts'
import { readContract } from './contract.ts'

/** Exit codes, for scripts. */
export const exitCodes = {
  done: 0,
  /**
   * The gateway or backoffice rejected the request, which had no effect; or the picked member is not in the response.
   */
  refused: 1,
  /** The command was invalid: nothing was sent. */
  misunderstood: 2,
  /** No response, or a lost one: the request may have had an effect. */
  unanswered: 3,
  /** No login, or a rejected credential. */
  unknown: 4,
} as const

interface CommandOutcome {
  code: number
  text: string
  /** The same for programs. */
  members: object
}

/** The message and exit code for an error. Errors of commander were already printed. */
export function explain(error: unknown): CommandOutcome {
  if (error instanceof CommanderError)
    return { code: error.exitCode === 0 ? exitCodes.done : exitCodes.misunderstood, text: '', members: {} }
  // Compared by name, because only commands that call a gateway load the client.
  const { name, message } = error as Error
  if (name === 'Problem') return refusal(error as Problem)
  if (name === 'UnknownOutcomeError') return silence(error as UnknownOutcomeError)
  if (name === 'ResponseLostError') return loss(error as ResponseLostError)
  const code = { Misunderstood: exitCodes.misunderstood, NobodyHere: exitCodes.unknown }[name] ?? exitCodes.refused
  return { code, text: message, members: { detail: message } }
}

function refusal({ status, code, title, detail, errors, request_id, members }: Problem): CommandOutcome {
  const rules = errors.map((rule) => `  ${rule.pointer}  ${rule.detail}`)
  const lines = [`${code}: ${title} (${status})`, detail, ...rules]
  if (request_id !== undefined) lines.push(`request  ${request_id}`)
  if (typeof members['type'] === 'string') lines.push(`more     ${members['type']}`)
  return { code: status === 401 ? exitCodes.unknown : exitCodes.refused, text: lines.join('\n'), members }
}

function silence({ operation, intention, message, cause }: UnknownOutcomeError): CommandOutcome {
  const why = cause instanceof Error ? ` (${[cause.message, causeOf(cause)].filter(Boolean).join(': ')})` : ''
  const isRead = readContract().operations.some(({ name, method }) => name === operation && method === 'GET')
  const again = isRead
    ? 'The request changed nothing. Try again later.'
    : `It may have happened. Give the same command again with --nonce ${intention.nonce} to find out: it will not happen twice.`
  return {
    code: exitCodes.unanswered,
    text: `${message}${why}\n${again}`,
    members: { operation, nonce: intention.nonce, detail: message },
  }
}

/** The system's error code of the connection, two causes deep. */
function causeOf({ cause }: Error): string {
  if (!(cause instanceof Error)) return ''
  const { code } = (cause.cause ?? cause) as { code?: unknown }
  return typeof code === 'string' ? code : cause.message
}

function loss({ operation, message, resource_id }: ResponseLostError): CommandOutcome {
  const of = resource_id === undefined ? '' : `\nIt is about ${resource_id}: look at that before you do it again.`
  return { code: exitCodes.unanswered, text: `${message}${of}`, members: { operation, resource_id, detail: message } }
}

/** Prints an error to standard error, and sets the exit code. */
export function fail(error: unknown, { json }: { json?: boolean }): void {
  const { code, text, members } = explain(error)
  if (text)
    process.stderr.write(json ? `${JSON.stringify(members)}\n` : `${text.split('\n').map(printable).join('\n')}\n`)
  process.exitCode = code
}
