import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, LIES, type WireAnswer } from './fault-responses.ts'
import { fateOf } from './magic.ts'
import { lookUp } from './records.ts'

const SLOW_MS = 60_000

export interface SandboxRegistry {
  url: string
  /** The barcode of every request so far, in order. */
  asked: string[]
  /** Barcodes of paid billets. */
  paid: Set<string>
  close(): Promise<void>
}

/** Simulated billet registry, with the interface of docs/guides/billet-registry.md. */
export async function startBilletRegistry({ port = 0, token }: { port?: number; token?: string } = {}) {
  const asked: string[] = []
  const paid = new Set<string>()
  const server = createServer((request, response) => {
    answer(request, response, { asked, paid, token }).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const registry: SandboxRegistry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    paid,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return registry
}

interface KnownBillet {
  asked: string[]
  paid: Set<string>
  token: string | undefined
}

async function answer(request: IncomingMessage, response: ServerResponse, { asked, paid, token }: KnownBillet) {
  // Test control: marks a billet as paid.
  if (request.method === 'POST' && request.url === '/control/paid') {
    paid.add(((await readJson(request)) as { barcode: string }).barcode)
    return send(response, json(200, {}))
  }
  if (request.method !== 'POST' || request.url !== '/v1/billet-consultations') {
    return send(response, json(404, { code: 'NO_SUCH_OPERATION' }))
  }
  if (token && request.headers.authorization !== `Bearer ${token}`) {
    return send(response, json(401, { code: 'WHO_ARE_YOU' }))
  }
  const { barcode, payment_date } = (await readJson(request)) as { barcode: string; payment_date: string }
  if (!/^\d{44}$/.test(barcode) || !/^\d{4}-\d{2}-\d{2}$/.test(payment_date)) {
    return send(response, json(400, { code: 'BAD_REQUEST' }))
  }
  asked.push(barcode)
  const billet = lookUp(barcode, payment_date)
  const honest = billet && paid.has(barcode) ? { ...billet, state: 'PAID' as const } : billet
  return meetFate(response, barcode, honest, asked)
}

function meetFate(response: ServerResponse, barcode: string, honest: ReturnType<typeof lookUp>, asked: string[]): void {
  const fate = fateOf(barcode)
  if (!honest) return send(response, json(404, { code: 'BANK_NOT_FOUND', barcode }))
  if (typeof fate === 'object') return send(response, LIES[fate.lie]?.[1](honest) ?? json(200, honest))
  switch (fate) {
    case 'unknown':
      return send(response, json(404, { code: 'BILLET_NOT_FOUND', barcode }))
    case 'slow': {
      const timer = setTimeout(() => send(response, json(200, honest)), SLOW_MS)
      response.on('close', () => clearTimeout(timer))
      return undefined
    }
    case 'down':
      return void response.destroy()
    case 'flaky':
      if (asked.filter((earlier) => earlier === barcode).length % 2 === 1) {
        return send(response, json(503, { code: 'NOT_NOW' }))
      }
      return send(response, json(200, honest))
    default:
      return send(response, json(200, honest))
  }
}

function send(response: ServerResponse, { status, body, headers, cut }: WireAnswer): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  if (!cut) return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as unknown
}
