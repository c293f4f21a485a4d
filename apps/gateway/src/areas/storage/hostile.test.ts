import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import {
  begin,
  confirm,
  type FilePart,
  film,
  holdingsOf,
  keep,
  multipart,
  multipartHeaders,
  putBytes,
  samples,
} from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { keepRoute } from '@eclusa/testing/upload-route.ts'
import { createTestJobs, type TestJobs } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, sweepObjects } from './sweep-objects.job.ts'

let gateway: TestGateway
let user: TestUser
let jobs: TestJobs
/** A time at which unneeded objects are old enough to be removed. */
const tomorrow = () => new Date(Date.now() + DAY_MS + 60_000)
beforeAll(async () => {
  gateway = await createTestGateway({}, {}, { moreRoutes: [keepRoute] })
  jobs = createTestJobs(gateway, { now: tomorrow, settings: { STRAY_FILE_DAYS: '1' } })
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await jobs.close()
  await gateway.close()
})

/**
 * Invariants after every attack: no object without a row survives the sweep, and no row is READY without its object.
 */
async function expectNothingLoose(owner: TestUser): Promise<void> {
  await jobs.run(sweepObjects)
  const waiting = await gateway.db.admin.query(`select 1 from files where user_id = $1 and state = 'WAITING_UPLOAD'`, [
    owner.user_id,
  ])
  const held = await holdingsOf(gateway, owner)
  expect(held.objects.filter((key) => key.startsWith('files/'))).toEqual(held.ready)
  expect(held.objects.filter((key) => key.startsWith('incoming/')).length).toBeLessThanOrEqual(waiting.rowCount!)
}

const { pdf, png, jpeg, mp4, csv } = samples
const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')
const archive = Buffer.concat([Buffer.from('PK\x03\x04payload', 'latin1'), zip])
const join = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))

/** Bytes that do not match their extension. */
const disguised: [string, string, Buffer][] = [
  ['a Windows program called PDF', 'a.pdf', join('MZ\x90\0\x03\0\0\0', Buffer.alloc(200))],
  ['a Linux program called JPEG', 'a.jpg', join(Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(200))],
  ['a page called PDF', 'a.pdf', join('<!doctype html><script>alert(1)</script>')],
  ['a page called CSV', 'a.csv', join('<html><script>alert(1)</script>')],
  ['a page called TXT behind blanks', 'a.txt', join('\ufeff  \n\t<script>alert(1)</script>')],
  ['a drawing with a script called PNG', 'a.png', join('<svg xmlns="x" onload="alert(1)"/>')],
  ['an archive called PDF', 'a.pdf', archive],
  ['a GIF called PNG', 'a.png', join('GIF89a', Buffer.alloc(50), ';')],
  ['a GIF that is also a script, called JPEG', 'a.jpg', join('GIF89a/*', Buffer.alloc(9), '*/=1;alert(1)')],
  ['a PDF called PNG', 'a.png', pdf],
  ['a JPEG called MP4', 'a.mp4', jpeg],
  ['an MP4 called MOV', 'a.mov', mp4],
  ['a Matroska film called MP4', 'a.mp4', join(Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(100))],
  ['a shell script called JPEG', 'a.jpg', join('#!/bin/sh\nrm -rf /\n')],
  ['a table with a NUL', 'a.csv', join(csv, '\0', csv)],
  ['a PDF that begins as a page', 'a.pdf', join('<html>', pdf)],
  ['a PNG with an archive behind it', 'a.png', join(png, archive)],
  ['a JPEG with an archive behind it', 'a.jpg', join(jpeg, archive)],
  ['a JPEG with an archive behind it and a long comment behind that', 'a.jpg', join(jpeg, archive, 'x'.repeat(60_000))],
  ['a PDF with an archive behind it', 'a.pdf', join(pdf, archive)],
  ['a film with an archive behind it', 'a.mp4', join(mp4, archive)],
  ['a film with a page behind it', 'a.mp4', join(mp4, '<html><script>alert(1)</script></html>')],
  ['a film cut short', 'a.mp4', mp4.subarray(0, -10)],
  ['a film without an index', 'a.mp4', join(mp4.subarray(0, 24), film('isom').subarray(-500))],
  ['a film of a hundred thousand boxes', 'a.mp4', join(mp4, Buffer.from('0000000866726565'.repeat(100_000), 'hex'))],
  ['a PDF cut short', 'a.pdf', pdf.subarray(0, -10)],
  ['a PNG cut short', 'a.png', png.subarray(0, -1)],
  ['the first byte of a PDF', 'a.pdf', pdf.subarray(0, 1)],
  ['noise', 'a.pdf', Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7919) % 251))],
]

describe.each(disguised)('%s', (_what, file_name, bytes) => {
  it('is rejected because of its bytes when it was uploaded to the store', async () => {
    user = await gateway.user()
    const begun = await begin(gateway, user, bytes, { file_name })
    expect(begun.answer.status).toBe(201)
    expect(await putBytes(gateway, begun, bytes)).toBe(200)
    const answer = await confirm(gateway, user, begun.file_id)
    expect(answer).toMatchObject({ status: 422, body: { code: 'STORAGE_FILE_REFUSED' } })
    const { rows } = await gateway.db.admin.query('select state from files where id = $1', [begun.file_id])
    expect(rows).toEqual([{ state: 'ERROR' }])
    await expectNothingLoose(user)
    expect((await holdingsOf(gateway, user)).objects).toEqual([])
  })

  it('is rejected because of its bytes when it is sent through the API', async () => {
    user = await gateway.user()
    const answer = await keep(gateway, user, [{ name: 'document', file_name, bytes, type: 'application/pdf' }])
    expect(answer).toMatchObject({ status: 422, body: { code: 'STORAGE_FILE_REFUSED' } })
    expect(await holdingsOf(gateway, user)).toEqual({ objects: [], ready: [] })
  })
})

describe('names', () => {
  const names: [string, string][] = [
    ['a step up', '../../etc/passwd.pdf'],
    ['two dots', '..'],
    ['a step up, the other way', '..\\..\\boot.pdf'],
    ['a drive', 'C:\\boot.pdf'],
    ['a path', '/etc/shadow.pdf'],
    ['a NUL', 'a\0.pdf'],
    ['a line end', 'a\r\nx-evil: 1.pdf'],
    ['a mark that turns the reading direction', 'invoice\u202efdp.exe.pdf'],
    ['an isolate mark', 'a\u2066b.pdf'],
    ['an invisible space', 'a\u200b.pdf'],
    ['a hidden name', '.htaccess.pdf'],
    ['a blank in front', ' a.pdf'],
    ['two extensions, the last a program', 'invoice.pdf.exe'],
    ['two extensions, the first a program', 'invoice.exe.pdf'],
    ['two extensions, the first a page', 'invoice.html.pdf'],
    ['no extension', 'invoice'],
    ['only an extension', '.pdf'],
    ['a format nobody takes', 'a.svg'],
    ['markup', '<img src=x>.pdf'],
  ]
  it.each(names)('%s: rejected when an upload begins', async (_what, file_name) => {
    user = await gateway.user()
    const { answer } = await begin(gateway, user, pdf, { file_name })
    // A hidden character is rejected in every text, before the rules of the field apply.
    const refusal = /[\0\u200b\u202e\u2066]/.test(file_name)
      ? { status: 400, code: 'REQUEST_MALFORMED' }
      : { status: 422, code: 'STORAGE_UPLOAD_RULES_BROKEN' }
    expect(answer).toMatchObject({ status: refusal.status, body: { code: refusal.code } })
    expect(await holdingsOf(gateway, user)).toEqual({ objects: [], ready: [] })
  })

  it.each(names)('%s: rejected or stripped when it is sent through the API', async (_what, file_name) => {
    user = await gateway.user()
    const answer = await keep(gateway, user, [{ name: 'document', file_name, bytes: pdf }])
    if (answer.status === 201) expect(answer.body['file_name']).toMatch(/^(passwd|boot|shadow)\.pdf$/)
    else expect([400, 422]).toContain(answer.status)
    await expectNothingLoose(user)
  })

  it('half of a surrogate pair is rejected as malformed', async () => {
    user = await gateway.user()
    const { answer } = await begin(gateway, user, pdf, { file_name: 'a\ud800.pdf' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED', errors: [{ code: 'IS_UNICODE' }] } })
  })

  it('a name of 4 KB is rejected in both ways', async () => {
    user = await gateway.user()
    const file_name = `${'a'.repeat(4_096)}.pdf`
    expect((await begin(gateway, user, pdf, { file_name })).answer.status).toBe(400)
    expect((await keep(gateway, user, [{ name: 'document', file_name, bytes: pdf }])).status).toBe(422)
    expect(await holdingsOf(gateway, user)).toEqual({ objects: [], ready: [] })
  })

  it.each(['..', 'a/../b', '/a', 'a/', 'a\\b', 'a\u202eb', 'a/./b', 'a\0', '1/2/3/4/5/6/7/8/9'])(
    'the folder %j is refused',
    async (folder_name) => {
      user = await gateway.user()
      expect((await begin(gateway, user, pdf, { folder_name })).answer.status).toBe(
        /[\0\u202e]/.test(folder_name) ? 400 : 422,
      )
    },
  )
})

describe('false statements about a file', () => {
  it.each([
    ['fewer bytes than declared', { size: pdf.length + 1 }, {}],
    ['more bytes than declared', { size: pdf.length - 1 }, {}],
    ['another content type', {}, { 'content-type': 'text/html' }],
    ['another length in the header', {}, { 'content-length': String(pdf.length + 1) }],
    ['no content type', {}, { 'content-type': '' }],
  ])('%s: the upload URL rejects it', async (_what, told, headers) => {
    user = await gateway.user()
    const begun = await begin(gateway, user, pdf, told)
    const sent = { ...begun.headers, 'content-length': String(pdf.length), ...headers }
    expect([400, 415]).toContain(await putBytes(gateway, { ...begun, headers: sent }, pdf))
    expect((await confirm(gateway, user, begun.file_id)).body['code']).toBe('STORAGE_BYTES_NOT_UPLOADED')
    expect((await holdingsOf(gateway, user)).objects).toEqual([])
  })

  it('no bytes at all: an upload cannot begin, and the API stores nothing', async () => {
    user = await gateway.user()
    expect((await begin(gateway, user, Buffer.alloc(0))).answer.status).toBe(400)
    const answer = await keep(gateway, user, [{ name: 'document', file_name: 'a.pdf', bytes: '' }])
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ code: 'EMPTY' }, { code: 'FORMAT_DIFFERS' }] } })
    expect(await holdingsOf(gateway, user)).toEqual({ objects: [], ready: [] })
  })

  it('one byte over the limit of its type is rejected in both ways; the limit itself is not', async () => {
    user = await gateway.user()
    const most = join(pdf.subarray(0, 9), Buffer.alloc(10_000_000 - pdf.length, ' '), pdf.subarray(9))
    const over = join(pdf.subarray(0, 9), ' ', most.subarray(9))
    const type = 'PIX_FUND_RECOVERY_REQUEST_FILES'
    expect((await begin(gateway, user, over, { file_type: type })).answer.status).toBe(422)
    expect((await begin(gateway, user, most, { file_type: type })).answer.status).toBe(201)
    const file = { name: 'document', file_name: 'a.pdf' }
    expect(await keep(gateway, user, [{ ...file, bytes: over }], type)).toMatchObject({
      status: 413,
      body: { code: 'STORAGE_FILE_TOO_LARGE' },
    })
    expect((await holdingsOf(gateway, user)).objects).toEqual([])
    expect((await keep(gateway, user, [{ ...file, bytes: most }], type)).status).toBe(201)
  })

  it('a body that declares more than the largest file is rejected before it is read', async () => {
    user = await gateway.user()
    const bytes = Buffer.alloc(101_000_000)
    expect(await keep(gateway, user, [{ name: 'document', file_name: 'a.pdf', bytes }])).toMatchObject({
      status: 413,
      body: { code: 'BODY_TOO_LARGE' },
    })
  })
})

describe('bodies', () => {
  const file: FilePart = { name: 'document', file_name: 'a.pdf', bytes: pdf }
  const fields = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `f${at}`, bytes: 'x' }))
  const files = (count: number) => Array.from({ length: count }, (_, at) => ({ ...file, name: `f${at}` }))

  it.each([
    ['a thousand fields', [...fields(1_000), file], 413],
    ['a thousand fields behind the file', [file, ...fields(1_000)], 413],
    ['a thousand files', files(1_000), 400],
    ['a field called __proto__', [file, { name: '__proto__', bytes: 'x' }], 400],
    ['a field called constructor', [file, { name: 'constructor', bytes: 'x' }], 400],
    ['a file called __proto__', [{ ...file, name: '__proto__' }], 400],
    ['a field of JSON', [file, { name: 'note', bytes: '{"a":1}', type: 'application/json' }], 400],
  ] as [string, FilePart[], number][])('%s is refused', async (_what, parts, status) => {
    user = await gateway.user()
    expect((await keep(gateway, user, parts)).status).toBe(status)
    expect(await holdingsOf(gateway, user)).toEqual({ objects: [], ready: [] })
  })

  it.each([
    ['ends in the middle of the file', multipart([file], '').subarray(0, -20)],
    ['lacks its last boundary', multipart([file], '')],
    ['is empty', Buffer.alloc(0)],
    ['is noise', Buffer.alloc(5_000, 'noise')],
    ['has a part without headers', Buffer.from('--eclusa-test-boundary\r\n\r\nx\r\n--eclusa-test-boundary--\r\n')],
  ])('a body that %s is rejected', async (_what, body) => {
    user = await gateway.user()
    const url = '/v1/test/OTHERS/documents'
    const answer = await gateway.ask({ method: 'POST', url, as: user, headers: multipartHeaders, body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED' } })
    expect(await holdingsOf(gateway, user)).toEqual({ objects: [], ready: [] })
  })

  it('multipart without a boundary is rejected', async () => {
    user = await gateway.user()
    const headers = { 'content-type': 'multipart/form-data' }
    const url = '/v1/test/OTHERS/documents'
    const answer = await gateway.ask({ method: 'POST', url, as: user, headers, body: multipart([file]) })
    expect([400, 415]).toContain(answer.status)
  })
})

describe('callers that do not finish', () => {
  const open = () => {
    const { port } = gateway.app.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    let said = ''
    socket.setEncoding('latin1').on('data', (text: string) => (said += text))
    return { socket, said: () => said }
  }
  const head = (as: TestUser, length: number) =>
    [
      'POST /v1/test/OTHERS/documents HTTP/1.1',
      'host: gateway',
      `authorization: Bearer ${as.token}`,
      `nonce: ${crypto.randomUUID()}`,
      `content-type: ${multipartHeaders['content-type']}`,
      `content-length: ${length}`,
      '\r\n',
    ].join('\r\n')
  const body = multipart([{ name: 'document', file_name: 'a.mp4', bytes: film('isom', 12_000_000) }])

  it('a client that disconnects in the middle leaves no data', async () => {
    user = await gateway.user()
    const { socket } = open()
    socket.write(head(user, body.length))
    socket.write(body.subarray(0, 8_000_000))
    await pause(500)
    socket.destroy()
    await pause(500)
    expect(await holdingsOf(gateway, user)).toEqual({ objects: [], ready: [] })
    expect(await gateway.services.objects.removeUnfinished(tomorrow())).toBe(0)
  })

  it('a client that stops sending receives an error after ten seconds, and leaves no data', async () => {
    user = await gateway.user()
    const { socket, said } = open()
    socket.write(head(user, body.length))
    socket.write(body.subarray(0, 1_000_000))
    const started = Date.now()
    while (!said() && Date.now() - started < 15_000) await pause(100)
    expect(said()).toMatch(/^HTTP\/1\.1 400 .*IS_MULTIPART/s)
    expect(Date.now() - started).toBeGreaterThan(9_000)
    expect(await holdingsOf(gateway, user)).toEqual({ objects: [], ready: [] })
    expect(await gateway.services.objects.removeUnfinished(tomorrow())).toBe(0)
    socket.destroy()
  })

  it('a client that stops sending anywhere else in its body receives an error just as soon, and is disconnected', async () => {
    user = await gateway.user()
    const field = multipart([{ name: 'note', bytes: 'a note' }], '')
    const silences = {
      'before its first byte': Buffer.alloc(0),
      'in a boundary': body.subarray(0, 10),
      'in the headers of a part': body.subarray(0, 60),
      'in a field': field.subarray(0, -4),
      'behind a field': field,
      'before the last boundary': body.subarray(0, -10),
    }
    const started = Date.now()
    const callers = Object.entries(silences).map(([where, sent]) => {
      const caller = open()
      const closed = new Promise<number>((resolve) => caller.socket.once('close', () => resolve(Date.now() - started)))
      caller.socket.write(head(user, 20_000_000))
      caller.socket.write(sent)
      return { where, closed, ...caller }
    })
    for (const { where, closed, said } of callers) {
      expect(await closed, where).toBeLessThan(15_000)
      expect(said(), where).toMatch(/^HTTP\/1\.1 400 .*IS_MULTIPART/s)
    }
    expect(await holdingsOf(gateway, user)).toEqual({ objects: [], ready: [] })
  })

  it('an unauthenticated client that is rejected and keeps its body open is disconnected', async () => {
    user = await gateway.user()
    const { socket, said } = open()
    const started = Date.now()
    socket.write(head({ ...user, token: 'made-up' }, 20_000_000))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(said()).toMatch(/^HTTP\/1\.1 401 /)
    expect(Date.now() - started).toBeLessThan(5_000)
  })

  it('a client that is rejected early receives the response, and is disconnected if it continues to send', async () => {
    user = await gateway.user()
    const { socket, said } = open()
    socket.write(head(user, 50_000_000))
    socket.write(multipart([{ name: 'selfie', file_name: 'a.mp4', bytes: 'x'.repeat(100_000) }], ''))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await pause(500)
    expect(said()).toMatch(/^HTTP\/1\.1 400 /)
    await closed
  })
})
