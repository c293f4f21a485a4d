import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runDesk } from '../src/run-desk.ts'
import { readDeskSettings } from '../src/settings.ts'
import { DESK_SECRET } from './support/desk.ts'
import { testEnvironment } from './support/environment.ts'
import { openTestGateway, type TestGateway } from './support/gateway.ts'
import { HostileIssuer } from './support/hostile-issuer.ts'
import { openTestDoor } from './support/people.ts'

/** An issuer that gives a person another `sub` for each client, so that one person could be two. */
let issuer: HostileIssuer
let gateway: TestGateway
beforeAll(async () => {
  issuer = await HostileIssuer.start()
  gateway = await openTestGateway()
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

it('a desk with approvals and a command line does not start, and says what to set', async () => {
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

it('one that started while the issuer was away takes no access token until the issuer has answered, and then none', async () => {
  issuer.answering = false
  await start()
  issuer.answering = true
  const settings: Record<string, string> = { ...issuer.deskSettings, DESK_CLI_CLIENT_ID: 'eclusa-cli' }
  const door = await openTestDoor(settings, { db: gateway.db, hasApprovals: true })
  const token = await issuer.sign({ aud: settings['DESK_AUDIENCE']!, client_id: 'eclusa-cli' }, { typ: 'at+jwt' })
  const ask = () => door.app.inject({ url: '/v1/who', headers: { authorization: `Bearer ${token}` } })
  for (let time = 0; time < 2; time += 1)
    expect((await ask()).json()).toMatchObject({ status: 401, code: 'CREDENTIALS_REFUSED' })
  await door.close()
  const open = await openTestDoor(settings, { db: gateway.db })
  const headers = { authorization: `Bearer ${token}` }
  expect((await open.app.inject({ url: '/v1/who', headers })).json()).toMatchObject({ id: 'mallory', kind: 'person' })
  await open.close()
})
