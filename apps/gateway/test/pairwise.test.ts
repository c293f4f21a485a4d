import { SAMPLE_DESK_URL } from '@eclusa/simulators/environment.ts'
import { createTestBackoffice, DESK_SECRET } from '@eclusa/testing/backoffice.ts'
import { Browser } from '@eclusa/testing/browser.ts'
import { testEnvironment } from '@eclusa/testing/environment.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { HostileIssuer } from '@eclusa/testing/hostile-issuer.ts'
import { createStaffBackoffice, createTestLogin } from '@eclusa/testing/people.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runDesk } from '../src/run-backoffice.ts'
import { readDeskSettings } from '../src/settings.ts'

/** An issuer that gives a person another `sub` for each client, so that one person could be two. */
let issuer: HostileIssuer
let gateway: TestGateway
beforeAll(async () => {
  issuer = await HostileIssuer.start()
  gateway = await createTestGateway()
})
afterAll(async () => {
  await gateway.close()
  await issuer.close()
})
beforeEach(() => {
  issuer.metadata = { subject_types_supported: ['pairwise'] }
  issuer.answering = true
})

const start = async (given: Record<string, string> = {}) => {
  const desk = await runDesk(
    readDeskSettings({
      ...testEnvironment(gateway.db, {
        issuerUrl: gateway.issuer.url,
        folder: gateway.services.settings.OBJECT_DISK_PATH!,
      }),
      ...issuer.deskSettings,
      DATABASE_DESK_URL: gateway.db.desk,
      DESK_SECRET,
      DESK_PORT: '0',
      DESK_CLI_CLIENT_ID: 'eclusa-cli',
      ...given,
    }),
  )
  await desk.stop()
}

it('a desk with approvals and a command line does not start, and names the setting', async () => {
  await expect(start()).rejects.toThrow(/subject_types_supported: pairwise.*DESK_PERSON_CLAIM.*oid for Entra ID/s)
  await expect(start({ DESK_SECOND_EYES: 'account_verdict' })).rejects.toThrow('DESK_PERSON_CLAIM')
})

it.each([
  ['another claim names people', { DESK_PERSON_CLAIM: 'oid' }],
  ['nothing needs a second person', { DESK_SECOND_EYES: 'none' }],
  ['no access token is taken', { DESK_AUDIENCE: '', DESK_CLI_CLIENT_ID: '' }],
])('it starts where %s', async (_, given) => {
  await start(given)
})

it('it starts where a test installation needs none', async () => {
  await gateway.db.admin.query('create schema clock')
  await start({ INSTALLATION: 'test' })
  await gateway.db.admin.query('drop schema clock')
})

it.each([[['pairwise', 'public']], [['public']], [[]], ['pairwise'], [undefined]])(
  'it starts with subject types %j',
  async (subject_types_supported) => {
    issuer.metadata = { subject_types_supported }
    await start()
  },
)

it('one that started while the issuer was down accepts no access token until the issuer has responded, and then none', async () => {
  issuer.answering = false
  await start()
  issuer.answering = true
  const settings: Record<string, string> = { ...issuer.deskSettings, DESK_CLI_CLIENT_ID: 'eclusa-cli' }
  const door = await createTestLogin(settings, { db: gateway.db, hasApprovals: true })
  const token = await issuer.sign({ aud: settings['DESK_AUDIENCE']!, client_id: 'eclusa-cli' }, { typ: 'at+jwt' })
  const ask = () => door.app.inject({ url: '/v1/who', headers: { authorization: `Bearer ${token}` } })
  for (let time = 0; time < 2; time += 1)
    expect((await ask()).json()).toMatchObject({ status: 401, code: 'CREDENTIALS_REFUSED' })
  await door.close()
  const open = await createTestLogin(settings, { db: gateway.db })
  const headers = { authorization: `Bearer ${token}` }
  expect((await open.app.inject({ url: '/v1/who', headers })).json()).toMatchObject({ id: 'mallory', kind: 'person' })
  await open.close()
})

it('the proposer in the browser cannot approve at the command line, where another sub names the same person', async () => {
  const person = { oid: '0f0f0f0f-1111-2222-3333-444444444444', roles: ['it', 'fraud-team'] }
  const desk = await createTestBackoffice(gateway, {
    ...issuer.deskSettings,
    DESK_CLI_CLIENT_ID: 'eclusa-cli',
    DESK_PERSON_CLAIM: 'oid',
    DESK_SECOND_EYES: 'key_creation',
  })
  const app = await createStaffBackoffice(desk)
  const browser = new Browser(SAMPLE_DESK_URL, app)
  const asked = new URL((await browser.go('/login')).location!).searchParams
  const id_token = await issuer.sign({ nonce: asked.get('nonce')!, sub: 'of-the-browser', ...person })
  issuer.token = () => ({ body: { access_token: 'opaque', token_type: 'Bearer', id_token } })
  await browser.go(`/login/return?${new URLSearchParams({ code: 'c', state: asked.get('state')! })}`)
  const { user_id } = await gateway.user()
  const proposed = await browser.go(`/v1/users/${user_id}/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'mine', reason: 'asked for' }),
  })
  expect(proposed.status).toBe(202)
  const approve = async (claims: object) => {
    const aud = issuer.deskSettings['DESK_AUDIENCE']!
    const token = await issuer.sign({ aud, client_id: 'eclusa-cli', ...person, ...claims }, { typ: 'at+jwt' })
    const url = `/v1/proposals/${String(JSON.parse(proposed.text).id)}/approve`
    const headers = { authorization: `Bearer ${token}` }
    return (await app.inject({ method: 'POST', url, headers, payload: { reason: 'seen' } })).json<object>()
  }
  expect(await approve({ sub: 'of-the-api' })).toMatchObject({ status: 403, code: 'PROPOSAL_OWN' })
  expect(await approve({ sub: 'of-the-api', oid: 'another-person' })).toMatchObject({
    proposal: { status: 'APPROVED' },
  })
  await app.close()
  await desk.close()
})
