import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

/**
 * One span per request, child of the caller's span when there is one, and one per job. Absent when no collector is configured.
 */
export interface Traces {
  start(operation: string, traceparent: string | undefined): Span
  end(span: Span, status: number): void
  startJob(name: string): Span
  endJob(span: Span, failed: boolean): void
  close(): Promise<void>
}

export function createTraces(service: string, url: string | undefined): Traces | undefined {
  if (!url) return undefined
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('eclusa')
  return {
    start: (operation, traceparent) =>
      tracer.startSpan(operation, { kind: SpanKind.SERVER }, callerContext(traceparent)),
    end(span, status) {
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    startJob: (name) => tracer.startSpan(name, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT),
    endJob(span, failed) {
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    close: () => provider.shutdown(),
  }
}

/** W3C trace context: version, trace id, parent id, flags. Anything else starts a new trace. */
function callerContext(traceparent: string | undefined) {
  const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '')
  if (!parts) return ROOT_CONTEXT
  const [, traceId, spanId, flags] = parts as unknown as [string, string, string, string]
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true })
}
