import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { TestGateway, TestResponse, TestUser } from './gateway.ts'

/** Small valid files. */
export const samples = {
  pdf: Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb004300ffd9', 'hex'),
  png: Buffer.from(
    '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082',
    'hex',
  ),
  mp4: film('isom'),
  mov: film('qt  '),
  csv: Buffer.from('date;amount\n2026-11-15;1050\n'),
}

function box(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(content.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}

/** A video without frames, of any duration: its boxes add up. */
export function film(brand: string, bytes = 1_000): Buffer {
  const brands = Buffer.from(`${brand}\0\0\x02\0${brand}`, 'latin1')
  return Buffer.concat([
    box('ftyp', brands),
    box('moov', Buffer.alloc(100)),
    box('mdat', Buffer.alloc(bytes, 'frames')),
  ])
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export interface StartedUpload {
  answer: TestResponse
  file_id: string
  url: string
  headers: Record<string, string>
}

/** Begins an upload of these bytes, with their real or a given size and type. */
export async function begin(
  gateway: TestGateway,
  as: TestUser,
  bytes: Buffer,
  told: object = {},
): Promise<StartedUpload> {
  const body = { file_type: 'OTHERS', file_name: 'statement.pdf', size: bytes.length, sha256: sha256(bytes), ...told }
  const answer = await gateway.ask({ method: 'POST', url: '/v1/storage/upload', as, body })
  const { file_id, url, headers } = answer.body as unknown as StartedUpload
  return { answer, file_id, url, headers }
}

/** Puts bytes to a signed URL of the gateway. Returns the status. */
export async function putBytes(
  gateway: TestGateway,
  { url, headers }: Pick<StartedUpload, 'url' | 'headers'>,
  bytes: Buffer,
) {
  const { pathname, search } = new URL(url)
  const answer = await gateway.app.inject({ method: 'PUT', url: pathname + search, headers, payload: bytes })
  return answer.statusCode
}

export function confirm(gateway: TestGateway, as: TestUser, file_id: string): Promise<TestResponse> {
  const headers = { 'x-include-replay-protection-schema': 'nonce' }
  return gateway.ask({ method: 'POST', url: `/v1/storage/upload/${file_id}/confirm`, as, headers })
}

/** Begin, put, confirm. */
export async function upload(gateway: TestGateway, as: TestUser, bytes: Buffer, told: object = {}) {
  const begun = await begin(gateway, as, bytes, told)
  const put = await putBytes(gateway, begun, bytes)
  return { ...begun, put, confirmed: await confirm(gateway, as, begun.file_id) }
}

/** A stored file, with its events. */
export async function fileStateOf({ db }: TestGateway, file_id: string) {
  const { rows } = await db.admin.query<Record<string, unknown>>('select * from files where id = $1', [file_id])
  const told = await db.admin.query<{ type: string }>(
    'select type from events where object_id = $1 order by sequence',
    [file_id],
  )
  return { row: rows[0], told: told.rows.map(({ type }) => type) }
}

/** No signed URL, file name or token of any request is in a log line. */
export function expectDiscreetLogs({ logged }: TestGateway, { token }: TestUser): void {
  expect(logged.length).toBeGreaterThan(5)
  const text = logged.join('')
  expect(text).not.toMatch(/signature|\/objects\/|maria|statement\.pdf|\.(pdf|png|mp4)\b|incoming\/|files\//)
  expect(text).not.toContain(token)
  expect(text).not.toContain(token.split('.')[2]!)
}

export interface FilePart {
  name: string
  file_name?: string
  type?: string
  bytes: Buffer | string
}

const BOUNDARY = 'eclusa-test-boundary'
export const multipartHeaders = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

export function multipart(parts: FilePart[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const encoded = parts.flatMap(({ name, file_name, type, bytes }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file_name === undefined ? '' : `; filename="${file_name}"`}\r\n` +
        `${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...encoded, Buffer.from(end)])
}

/** Sends a multipart body to the operation of keep-route.ts. */
export function keep(
  gateway: TestGateway,
  as: TestUser,
  parts: FilePart[],
  type = 'OTHERS',
  headers = {},
): Promise<TestResponse> {
  return gateway.ask({
    method: 'POST',
    url: `/v1/test/${type}/documents`,
    as,
    headers: { ...multipartHeaders, ...headers },
    body: multipart(parts),
  })
}

/** Every object of a user in the store, and every row about one: they must match. */
export async function holdingsOf({ services, db }: TestGateway, { user_id }: TestUser) {
  const objects: string[] = []
  for (const folder of ['incoming', 'files'])
    for await (const { key } of services.objects.list(`${folder}/${user_id}/`)) objects.push(key)
  const { rows } = await db.admin.query<{ object_key: string }>(
    `select object_key from files where user_id = $1 and state = 'READY'`,
    [user_id],
  )
  return { objects: objects.toSorted(), ready: rows.map(({ object_key }) => object_key).toSorted() }
}
