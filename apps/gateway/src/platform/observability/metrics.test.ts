import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { installed } from '@eclusa/simulators/debian.ts'
import { type SpanContext, trace } from '@opentelemetry/api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { counter, gauge, histogram } from './metric.ts'
import { createMetrics } from './metrics.ts'

const by = ['worker'] as const
const calls = histogram('test_call_duration_seconds', { unit: 'seconds', labels: ['partner'], help: 'calls', by })
const drops = counter('test_drops_total', { help: 'what was dropped', by })
const refusals = counter('test_refusals_total', { labels: ['reason'], help: 'a "reason"\nand a \\', by })
const left = gauge('test_left', { labels: ['table'], help: 'what is left', by })

const kept: SpanContext = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', traceFlags: 1 }
const spanOf = (context: SpanContext) => trace.wrapSpanContext(context)

afterEach(() => void vi.useRealTimers())

describe('the exported page', () => {
  it('has a counter without labels as 0 before its first count, and none with labels', () => {
    const metrics = createMetrics([drops, refusals])
    expect(metrics.text()).toBe(
      '# HELP test_drops_total what was dropped\n# TYPE test_drops_total counter\ntest_drops_total 0\n',
    )
  })

  it('adds up by labels, and their values cannot end a line', () => {
    const metrics = createMetrics()
    metrics.count(refusals, { reason: 'one' })
    metrics.count(refusals, { reason: 'one' }, 2)
    metrics.count(refusals, { reason: 'a "b" \\ \n c' })
    expect(metrics.text().split('\n').slice(0, 4)).toEqual([
      '# HELP test_refusals_total a "reason"\\nand a \\\\',
      '# TYPE test_refusals_total counter',
      'test_refusals_total{reason="one"} 3',
      'test_refusals_total{reason="a \\"b\\" \\\\ \\n c"} 1',
    ])
  })

  it('counts a duration in every bucket with this bound or a greater one', () => {
    const metrics = createMetrics()
    for (const seconds of [0.5, 0.500001, 11]) metrics.observe(calls, { partner: 'p' }, seconds)
    const told = metrics.text()
    expect(told).toContain('test_call_duration_seconds_bucket{partner="p",le="0.25"} 0\n')
    expect(told).toContain('test_call_duration_seconds_bucket{partner="p",le="0.5"} 1\n')
    expect(told).toContain('test_call_duration_seconds_bucket{partner="p",le="1"} 2\n')
    expect(told).toContain('test_call_duration_seconds_bucket{partner="p",le="10"} 2\n')
    expect(told).toContain('test_call_duration_seconds_bucket{partner="p",le="+Inf"} 3\n')
    expect(told).toContain('test_call_duration_seconds_count{partner="p"} 3\n')
  })

  it('has the last value of a gauge, and none once it is old, because another process takes it now', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const metrics = createMetrics()
    metrics.set(left, { table: 'a' }, 5)
    metrics.set(left, { table: 'a' }, 4)
    expect(metrics.text()).toContain('test_left{table="a"} 4\n')
    vi.advanceTimersByTime(179_999)
    expect(metrics.text()).toContain('test_left{table="a"} 4\n')
    vi.advanceTimersByTime(1)
    expect(metrics.text()).toBe('')
  })

  it('drops the values that are missing from a replacement', () => {
    const metrics = createMetrics()
    metrics.replace(left, [
      { labels: { table: 'a' }, value: 1 },
      { labels: { table: 'b' }, value: 2 },
    ])
    metrics.replace(left, [{ labels: { table: 'b' }, value: 3 }])
    expect(metrics.text()).not.toContain('"a"')
    expect(metrics.text()).toContain('test_left{table="b"} 3\n')
  })

  it('reads a watched gauge at each scrape', () => {
    const metrics = createMetrics()
    let value = 1
    metrics.watch(left, () => [{ labels: { table: 'a' }, value }])
    value = 2
    expect(metrics.text()).toContain('test_left{table="a"} 2\n')
  })

  it('limits the number of label sets', () => {
    const metrics = createMetrics()
    for (let n = 0; n < 10_001; n += 1) metrics.count(refusals, { reason: n })
    metrics.count(refusals, { reason: 9_999 })
    const told = metrics.text()
    expect(told).not.toContain('reason="10000"')
    expect(told).toContain('test_refusals_total{reason="9999"} 2\n')
  })
})

describe('an exemplar', () => {
  it('is in OpenMetrics only, and only of a sampled trace', () => {
    const metrics = createMetrics()
    metrics.observe(calls, { partner: 'p' }, 0.3, spanOf(kept))
    metrics.observe(calls, { partner: 'p' }, 2, spanOf({ ...kept, traceId: 'f'.repeat(32), traceFlags: 0 }))
    expect(metrics.text(true)).toMatch(
      /le="0\.5"\} 1 # \{trace_id="4bf92f3577b34da6a3ce929d0e0e4736"\} 0\.3 \d{10}(\.\d+)?\n/,
    )
    expect(metrics.text(true)).not.toContain('fff')
    expect(metrics.text()).not.toContain('trace_id')
  })

  it('is chosen by the Accept header of Prometheus', async () => {
    const metrics = createMetrics([drops])
    const server = createServer((request, response) => metrics.handle(request, response)).listen(0)
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const open = await fetch(url, {
      headers: { accept: 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5' },
    })
    expect(open.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    expect(await open.text()).toMatch(
      /^# HELP test_drops what.*\n# TYPE test_drops counter\ntest_drops_total 0\n# EOF\n$/,
    )
    const plain = await fetch(url)
    expect(plain.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    server.close()
  })
})

it("is what Prometheus's own tool reads without a complaint", { timeout: 120_000 }, async () => {
  await installed(['/usr/bin/promtool'], ['prometheus'])
  const metrics = createMetrics([drops])
  metrics.count(refusals, { reason: 'a "b" \\ \n c' })
  metrics.observe(calls, { partner: 'p' }, 0.3)
  metrics.set(left, { table: 'a' }, 5)
  const complaints = await new Promise<string>((resolve) => {
    const tool = execFile('/usr/bin/promtool', ['check', 'metrics'], (_, stdout, stderr) => resolve(stdout + stderr))
    tool.stdin!.end(metrics.text())
  })
  expect(complaints).toBe('')
})
