import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Mode = 'pass' | 'down' | 'silent' | 'slow' | 'failing'
const SLOW_MS = 5_000

/** A proxy between the gateway and a real store, with faults on request. */
export interface FaultyProxy {
  url: string
  mode: Mode
  /** Requests to pass before the fault applies. */
  after: number
  close(): Promise<void>
}

export async function createFaultyProxy(target: string): Promise<FaultyProxy> {
  const proxy: FaultyProxy = {
    url: '',
    mode: 'pass',
    after: 0,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  const server = createServer((request, response) => {
    const mode = proxy.after > 0 ? 'pass' : proxy.mode
    proxy.after = Math.max(0, proxy.after - 1)
    const forward = () => {
      const { method, headers, url } = request
      const passed = ask(target + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      })
      passed.on('error', () => response.destroy())
      request.pipe(passed)
    }
    const fail = () => {
      request.resume()
      response.writeHead(500, { 'content-type': 'text/plain' }).end('broken')
    }
    if (mode === 'down') request.socket.destroy()
    else if (mode === 'failing') fail()
    else if (mode === 'slow') setTimeout(forward, SLOW_MS)
    else if (mode === 'pass') forward()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
