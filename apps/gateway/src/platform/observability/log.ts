import pino, { type DestinationStream } from 'pino'
import { createStderrWriter } from './stderr-writer.ts'

/**
 * Allow-list of the fields of a log line. A field that is not listed is dropped, so that a document number cannot get into the
 * log by accident.
 */
const allowed = [
  'request_id',
  'client_request_id',
  'operation',
  'method',
  'status',
  'code',
  'duration_ms',
  'credential',
  'key_id',
  'token_id',
  'network',
  'trace_id',
  'user_id',
  'authenticated_user_id',
  'product_id',
  'person_id',
  'error_name',
  'error_code',
  'error_table',
  'error_constraint',
  'stack',
  'job',
  'job_id',
  'attempt',
  'count',
  'host',
  'port',
  'reason',
  'name',
  'endpoint_id',
  'key',
  'signal',
] as const
const isAllowed = new Set<string>(allowed)

export type LogFields = Partial<Record<(typeof allowed)[number], string | number | boolean | null | undefined>>

export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields, cause?: unknown): void
}

export function createLog(
  level: string,
  destination: DestinationStream = (standardError ??=
    createStandardErrorWriter()),
): Log {
  const options = { level, base: null, messageKey: 'event', timestamp: pino.stdTimeFunctions.isoTime }
  const logger = pino(options, destination)
  return {
    debug: (event, fields) => logger.debug(pick(fields), event),
    info: (event, fields) => logger.info(pick(fields), event),
    warn: (event, fields) => logger.warn(pick(fields), event),
    error: (event, fields, cause) => logger.error({ ...pick(fields), ...describe(cause) }, event),
  }
}

/** One per process, shared by all its loggers. */
let standardError: DestinationStream | undefined

function createStandardErrorWriter(): DestinationStream {
  const lines: DestinationStream = createStderrWriter((count) =>
    createLog('warn', lines).warn('log_dropped', { count }),
  )
  return lines
}

function pick(fields: LogFields = {}): LogFields {
  const picked: LogFields = {}
  for (const name in fields) {
    const field = name as keyof LogFields
    if (isAllowed.has(name) && fields[field] !== undefined) picked[field] = fields[field]
  }
  return picked
}

/** Where an error arose and which database object it names, but not its message: messages quote values. */
export function describe(cause: unknown): LogFields {
  if (!(cause instanceof Error)) return {}
  const { code, table, constraint } = cause as { code?: string; table?: string; constraint?: string }
  const frames = cause.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8)
    .map((line) => line.trim())
  // A connection that failed on every address is one error that contains one for each.
  const within: unknown = cause instanceof AggregateError ? cause.errors[0] : cause.cause
  const inner = within instanceof Error ? describe(within) : {}
  return {
    error_name: cause.name,
    error_code: code ?? inner.error_code,
    error_table: table ?? inner.error_table,
    error_constraint: constraint ?? inner.error_constraint,
    stack: frames?.join(' < '),
  }
}
