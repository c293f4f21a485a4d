import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed } from '@eclusa/simulators/debian.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { alerts } from '../observability/alerts.ts'

/** The gateway, a trace collector, and a real Prometheus that scrapes it with our rules loaded. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
let gateway: TestGateway
let collector: Server
let exposing: Server
let prometheus: ChildProcess
let url: string
let folder: string
const collected: string[] = []

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  await installed(['/usr/bin/prometheus'], ['prometheus'])
  collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      collected.push(Buffer.concat(chunks).toString('latin1'))
      response.end()
    })
  })
  gateway = await createTestGateway({ OTLP_TRACES_URL: `http://127.0.0.1:${await listening(collector)}/v1/traces` })
  exposing = createServer((request, response) => gateway.services.metrics.handle(request, response))
  const target = `127.0.0.1:${await listening(exposing)}`
  folder = await mkdtemp(join(tmpdir(), 'eclusa-prometheus-'))
  const rules = fileURLToPath(new URL('../../../deploy/prometheus/eclusa.rules.yaml', import.meta.url))
  await writeFile(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '500ms', scrape_timeout: '400ms', evaluation_interval: '500ms' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'eclusa-api', static_configs: [{ targets: [target] }] }],
    }),
  )
  const address = `127.0.0.1:${await freePort()}`
  url = `http://${address}/api/v1`
  prometheus = spawn(
    '/usr/bin/prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--enable-feature=exemplar-storage',
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  )
}, 300_000)
afterAll(async () => {
  const gone = once(prometheus, 'exit')
  prometheus.kill('SIGKILL')
  await gone
  exposing.close()
  exposing.closeAllConnections()
  await gateway.close()
  collector.close()
  collector.closeAllConnections()
  await rm(folder, { recursive: true, force: true })
})

const ask = async (path: string): Promise<{ data: unknown }> => {
  const answer = await fetch(`${url}${path}`).catch(() => undefined)
  return answer?.ok ? ((await answer.json()) as { data: unknown }) : { data: undefined }
}

it('Prometheus reads the metrics, with the exemplar of a bucket, and the log line has the same trace', async () => {
  const user = await gateway.user()
  const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`
  const answer = await gateway.ask({ url: '/v1/crossborder/clients', as: user, headers: { traceparent } })
  expect(answer.status).toBe(200)
  expect(gateway.logged.findLast((line) => line.includes('"event":"request"'))).toContain(`"trace_id":"${TRACE}"`)
  const series = 'eclusa_request_duration_seconds'
  const counted = encodeURIComponent(`${series}_count{operation="listClients",status="200"}`)
  await expect
    .poll(() => ask(`/query?query=${counted}`))
    .toMatchObject({
      data: { result: [{ metric: { door: 'api', credential: 'platform_token', job: 'eclusa-api' } }] },
    })
  const bucket = encodeURIComponent(`${series}_bucket{operation="listClients"}`)
  await expect
    .poll(async () => JSON.stringify(await ask(`/query_exemplars?query=${bucket}&start=0&end=9999999999`)))
    .toContain(`"trace_id":"${TRACE}"`)
})

it('it has loaded every alert', async () => {
  const loaded = await ask('/rules?type=alert')
  const { groups } = loaded.data as { groups: { rules: { name: string; health: string }[] }[] }
  const found = groups.flatMap(({ rules }) => rules)
  expect(found.map(({ name }) => name).toSorted()).toEqual(alerts.map(({ name }) => name).toSorted())
})

it('the trace itself is sent when the process shuts down', async () => {
  await gateway.services.traces?.close()
  expect(collected.join('')).toContain('listClients')
})
