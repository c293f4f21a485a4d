import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { compiled } from '@eclusa/simulators/compiled.ts'
import { type DoctorFault, faults, faultsWithoutWorker, run, withNamedEndpoint } from '@eclusa/testing/doctor-faults.ts'
import { createDoctorWorld, type World } from '@eclusa/testing/doctor-world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDoctorContext } from '../src/cli/doctor/context.ts'
import { type Diagnostic, examination, well } from '../src/cli/doctor/diagnostic.ts'
import { examinations } from '../src/cli/doctor/diagnostics.ts'
import { asReport } from '../src/cli/doctor/report.ts'
import { type Examined, examineAll, rankOf } from '../src/cli/doctor/run-diagnostics.ts'
import { both } from '../src/platform/language.ts'

/** Every fault is really planted in a healthy gateway, and found with its remedy. */
let world: World
beforeAll(async () => {
  world = await createDoctorWorld()
})
afterAll(() => world.close())

async function examine(chosen: Diagnostic[], settings: NodeJS.ProcessEnv = {}, aheadMs = 0): Promise<Examined[]> {
  const ground = createDoctorContext({ ...world.env, ...settings }, { now: () => new Date(Date.now() + aheadMs) })
  try {
    return await examineAll(chosen, ground)
  } finally {
    await ground.close()
  }
}

const troubles = (examined: Examined[]) =>
  examined.filter(({ status }) => status !== 'OK').map(({ examination: { name }, ...found }) => ({ name, ...found }))

const named = (name: string) => examinations.filter((one) => one.name === name)

async function findAndMend({ found, status, mend, settings, plant, aheadMs }: DoctorFault): Promise<void> {
  const mending = await plant?.(world)
  const told = await settings?.(world)
  const look = async () => (await examine(named(found), told, aheadMs))[0]!
  // A reload of the server's configuration takes effect a moment later.
  await expect.poll(async () => (await look()).status).toBe(status)
  const finding = await look()
  const commands = 'commands' in finding ? finding.commands : undefined
  expect([finding.examination.mend['en-US'], ...(commands ?? [])].join('\n')).toMatch(mend)
  expect(asReport([finding], 'pt-BR')).toContain(finding.examination.mend['pt-BR'])
  expect(rankOf([finding])).toBe({ WARN: 1, FAIL: 2 }[status])
  if (mending === 'commands') for (const command of commands!) await run(world, command)
  else await mending?.()
  await expect.poll(async () => troubles(await examine(named(found)))).toEqual([])
}

it('finds nothing wrong with a healthy gateway, and leaves nothing out', async () => {
  const examined = await examine(examinations)
  expect(troubles(examined)).toEqual([])
  expect(rankOf(examined)).toBe(0)
})

describe('finds', () => {
  it.each(faults.map((fault) => [fault.what, fault.found, fault] as const))('%s: %s', async (_, __, fault) => {
    await findAndMend(fault)
  })

  it('every one of them with the examination of that name', () => {
    const names = examinations.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const unplanted = names.filter((name) => ![...faults, ...faultsWithoutWorker].some(({ found }) => found === name))
    expect(unplanted).toEqual([
      'settings.worker',
      'settings.desk',
      'settings.migrate',
      'database.version',
      'database.wal',
      'login.bootstrap',
      'login.auditor',
    ])
  })
})

describe('reports nothing about', () => {
  it('an endpoint with a listener', async () => {
    const receiver = createServer().listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const remove = await withNamedEndpoint((receiver.address() as AddressInfo).port)(world)
    const [finding] = await examine(named('webhooks.addresses'))
    expect(finding).toMatchObject({ status: 'OK', seen: { 'en-US': '1 of 1 endpoints reached' } })
    await remove()
    receiver.close()
  })

  it('an archive without recent data, because there was none', async () => {
    await expect.poll(async () => troubles(await examine(named('database.archive'), {}, 86_400_000))).toEqual([])
  })
})

describe('an examination', () => {
  const about = both('x', 'x')
  const look = (name: string, does: () => Promise<never>) =>
    examination(name, { about, mend: about, needs: [], look: does })

  it('that throws or hangs is a finding, stops no other, and quotes no data', async () => {
    const ground = createDoctorContext({})
    const hanging: string[][] = []
    const thrown = Object.assign(new Error('postgresql://somebody:secret@host'), { code: '28P01' })
    const examined = await examineAll(
      [
        look('throws', () => Promise.reject(thrown)),
        look('hangs', () => new Promise<never>(() => {})),
        examination('well', { about, mend: about, needs: [], look: () => well() }),
        examination('elsewhere', { about, mend: about, needs: ['DICT_URL'], look: () => well() }),
      ],
      ground,
      { lookMs: 2_500, progress: (_, __, looking) => void hanging.push(looking) },
    )
    expect(examined.map(({ status }) => status)).toEqual(['FAIL', 'FAIL', 'OK', 'SKIP'])
    expect(hanging).toEqual([['hangs']])
    expect(asReport(examined, 'en-US')).toMatch(
      /the password was rejected[^]*did not end within 2.5 s[^]*not set here: DICT_URL/,
    )
    expect(asReport(examined, 'en-US')).not.toContain('secret')
  })
})

describe('the command', () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const eclusa = (words: string[], env: NodeJS.ProcessEnv = {}) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        [main, ...words],
        { env: { PATH: process.env['PATH'], ...compiled, ...world.env, ...env } },
        (_, out, err) => resolve({ code: child.exitCode!, out, err }),
      )
    })

  it('exits by the worst finding, in the language of the terminal, and prints no secret', async () => {
    const [fine, broken] = await Promise.all([
      eclusa(['doctor', 'proxies', '--json'], { LANG: 'pt_BR.UTF-8' }),
      eclusa(['doctor'], {
        OIDC_AUDIENCE: 'https://other.eclusa.test',
        S3_SECRET_ACCESS_KEY: 'a-secret-of-somebody',
        DATABASE_URL: world.urls.api.replace('eclusa_doctor', 'gone'),
        DICT_URL: '',
      }),
    ])
    expect([fine.code, broken.code], broken.out + broken.err).toEqual([0, 2])
    expect(JSON.parse(fine.out)).toMatchObject({
      status: 'OK',
      checks: [{ name: 'proxies.trusted', looks_at: 'de quem x-forwarded-for é aceito', status: 'OK' }],
    })
    expect(broken.out).toMatch(/^FAIL {2}issuer\.token .*aud is not OIDC_AUDIENCE https:\/\/other/m)
    expect(broken.out).toMatch(/^FAIL {2}database\.version .*there is no such database/m)
    expect(broken.out).toMatch(/^FAIL {2}store\.round-trip .*the secret of the access key is wrong/m)
    expect(broken.out).toMatch(/^- {5}dict\.answers .*not set here: DICT_URL$/m)
    const names = ['SIGNING_SECRET', 'DESK_SECRET', 'API_KEY_PEPPER', 'ECLUSA_TOKEN', 'BILLET_REGISTRY_TOKEN']
    const { password } = new URL(world.urls.api)
    for (const secret of [password, 'a-secret-of-somebody', ...names.map((name) => world.env[name]!), world.user_id])
      expect(broken.out + broken.err).not.toContain(secret)
  })
})

describe('without a worker', () => {
  beforeAll(() => world.stopWorker())

  it.each(faultsWithoutWorker.map((fault) => [fault.what, fault] as const))('finds %s', async (_, fault) => {
    const mending = await fault.plant?.(world)
    const [finding] = await examine(named(fault.found))
    expect(finding!.status).toBe(fault.status)
    const commands = 'commands' in finding! ? finding.commands : undefined
    expect([finding!.examination.mend['en-US'], ...(commands ?? [])].join('\n')).toMatch(fault.mend)
    if (typeof mending === 'function') await mending()
  })
})
