import Type from 'typebox'

export const logSettings = {
  LOG_LEVEL: Type.Union(
    ['debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'how much is logged' },
  ),
}

export const traceSettings = {
  OTLP_TRACES_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'where traces are sent, if anywhere' }),
  ),
}
