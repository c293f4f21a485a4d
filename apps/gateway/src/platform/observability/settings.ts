import Type from 'typebox'
import { httpUrl } from '../config/kinds.ts'

export const logSettings = {
  LOG_LEVEL: Type.Union(
    ['debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'log level' },
  ),
}

export const traceSettings = {
  OTLP_TRACES_URL: Type.Optional(httpUrl('where traces are sent, if anywhere')),
}
