import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { samples, upload } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../backoffice/auth/person.ts'

let gateway: TestGateway
let desk: TestDesk
let ana: Person
let user: TestUser
let id: string
let file_id: string
beforeAll(async () => {
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway)
  ana = desk.person('ana', 'analyst')
  user = await gateway.user()
  id = await gateway.notification(user)
  const told = { file_type: 'PIX_INFRACTION_REPORT', file_name: 'recibo-de-joana.pdf' }
  file_id = (await upload(gateway, user, samples.pdf, told)).file_id
  const body = { client_status: 'DISAGREED', client_analysis_details: 'Entregue.', file_ids: [file_id] }
  const url = `/v1/pix/compliance/infraction-notifications/${id}/answer`
  expect(await gateway.ask({ method: 'POST', url, as: user, body })).toMatchObject({ status: 200 })
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

const open = (file: string, as = ana, body: object = { reason: 'comparar o recibo' }) =>
  desk.ask({ method: 'POST', url: `/v1/infractions/${id}/files/${file}/open`, as, body })
const journal = async () => (await gateway.db.admin.query('select * from audit_log where subject_id = $1', [id])).rows

describe('POST /v1/infractions/:id/files/:file_id/open', () => {
  it('400: no reason; 403: for a viewer; 404: a file that is not its evidence. Nothing is recorded', async () => {
    expect(await open(file_id, ana, {})).toMatchObject({ status: 400 })
    expect(await open(file_id, desk.person('vera', 'viewer'))).toMatchObject({ status: 403 })
    expect(await open(randomUUID())).toMatchObject({ status: 404, body: { code: 'INFRACTION_FILE_UNKNOWN' } })
    const { file_id: other } = await upload(gateway, user, samples.png, { file_name: 'outro.png' })
    expect(await open(other)).toMatchObject({ status: 404 })
    expect(await journal()).toEqual([])
  })

  it('the case shows the file without its name, and the URL returns its bytes to the recorded viewer', async () => {
    const { body: shown } = await desk.ask({ url: `/v1/infractions/${id}`, as: ana })
    expect(shown['files']).toEqual([
      { id: file_id, file_name: '***', content_type: 'application/pdf', size: samples.pdf.length, state: 'READY' },
    ])
    const { status, body } = await open(file_id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ content_type: 'application/pdf', expires_at: expect.any(String) })
    const { pathname, search } = new URL(String(body['url']))
    const { rawPayload } = await gateway.app.inject({ url: pathname + search })
    expect(rawPayload.equals(samples.pdf)).toBe(true)
    // The same bytes for an iframe, where a browser shows them and does not store them.
    const framed = new URL(String(body['frame_url']))
    const { headers } = await gateway.app.inject({ url: framed.pathname + framed.search })
    expect(headers['content-disposition']).toMatch(/^inline/)
    expect(await journal()).toEqual([
      expect.objectContaining({
        operation: 'openInfractionFile',
        actor_id: 'sub-ana',
        reason: 'comparar o recibo',
        user_id: user.user_id,
        changes: { seen: { files: [file_id] } },
      }),
    ])
  })
})
