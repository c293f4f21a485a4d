import { createHash, randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attack, Caller } from './attack.ts'
import type { FloodEnvironment } from './stage.ts'

const AT_ONCE = 150
const AGAIN_MS = 1_000
const bytes = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

/** Many uploads to one tenant's signed URL that send all but the last byte and then stop. */
export const parallelPuts: Attack = {
  name: `${AT_ONCE} parallel PUTs to one signed address, all silent`,
  perSecond: 10,
  caller: async (stage) => uploader(stage, 0),

  async begin(stage) {
    const answers: Record<string, number> = {}
    const sockets = new Set<Socket>()
    const ending = new AbortController()
    const open = (path: string, headers: Record<string, string>) => {
      const socket = connect(stage.port, '127.0.0.1')
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => sockets.delete(socket))
      socket.once('data', (said: Buffer) => count(answers, said.toString('latin1', 9, 12)))
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`PUT ${path} HTTP/1.1\r\nhost: gateway\r\n${lines.join('')}\r\n`)
      socket.write(bytes.subarray(0, -1))
    }
    const { url, headers } = await beginUpload(stage, 1)
    const { pathname, search } = new URL(url)
    const attacking = (async () => {
      while (!ending.signal.aborted) {
        while (sockets.size < AT_ONCE) open(pathname + search, headers)
        await pause(AGAIN_MS)
      }
    })()
    return {
      async end() {
        ending.abort()
        await attacking
        for (const socket of sockets) socket.destroy()
        return { answers }
      },
    }
  },
}

/** Another tenant, who begins, puts and confirms a file correctly. */
function uploader(stage: FloodEnvironment, user: number): Caller {
  return async () => {
    const { url, headers, file_id } = await beginUpload(stage, user)
    const { pathname, search } = new URL(url)
    const put = await fetch(stage.api.base_url + pathname + search, { method: 'PUT', headers, body: bytes })
    const confirmed = await ask(stage, user, `/v1/storage/upload/${file_id}/confirm`)
    return { refused: put.status !== 200 || confirmed.status !== 200 }
  }
}

interface StartedPut {
  file_id: string
  url: string
  headers: Record<string, string>
}

async function beginUpload(stage: FloodEnvironment, user: number): Promise<StartedPut> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const body = { file_type: 'OTHERS', file_name: `${randomUUID()}.pdf`, size: bytes.length, sha256 }
  return (await (await ask(stage, user, '/v1/storage/upload', body)).json()) as StartedPut
}

function ask(stage: FloodEnvironment, user: number, path: string, body?: object): Promise<Response> {
  return fetch(stage.api.base_url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stage.tokens[user]}`,
      nonce: randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

function count(answers: Record<string, number>, status: string): void {
  answers[status] = (answers[status] ?? 0) + 1
}
