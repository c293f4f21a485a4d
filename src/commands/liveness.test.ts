import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestGateway, type TestGateway, type TestUser } from '../../test/support/gateway.ts'
import {
  bringTo,
  type Link,
  linkOf,
  livenessStateOf,
  onboardingOf,
  representativeOf,
} from '../../test/support/liveness.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const run = promisify(execFile)

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await openTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
})
afterAll(() => gateway.close())

function eclusa(words: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, DATABASE_BOOTSTRAP_URL: gateway.db.bootstrap }
  return run(process.execPath, [main, '--json', 'liveness', ...words], { env })
}
const why = ['--reason', 'sent to the wrong person', '--actor', 'ana']
const opens = async (path: string) => (await gateway.app.inject(path)).statusCode
const addressOf = async ({ onboarding_id }: Link) => {
  const { body } = await gateway.ask({ url: `/v2/users/onboardings/${onboarding_id}/liveness`, as: user })
  return body['url'] as string | undefined
}

describe('revoke', () => {
  it('ends the address, says so in the activity, and tells of it without the address', async () => {
    const link = await linkOf(gateway, user)
    expect(await opens(link.path)).toBe(200)
    const { stdout } = await eclusa(['revoke', link.onboarding_id, ...why])
    expect(JSON.parse(stdout)).toMatchObject({ user_id: user.user_id, liveness_id: link.liveness_id, what: 'revoked' })
    expect(await opens(link.path)).toBe(404)
    expect(await addressOf(link)).toBeUndefined()
    const { rows } = await gateway.db.admin.query(
      'select what, actor, reason from onboarding_activity where onboarding_id = $1',
      [link.onboarding_id],
    )
    expect(rows).toEqual([{ what: 'liveness_revoked', actor: 'ana', reason: 'sent to the wrong person' }])
    const state = await livenessStateOf(gateway, user)
    expect(JSON.stringify(state['events'])).toContain('users.liveness.revoked')
    expect(JSON.stringify(state['events'])).not.toContain('/liveness/')
  })
})

describe('renew', () => {
  it('ends the address and makes another, whose attempts begin anew', async () => {
    const link = await linkOf(gateway, user, { attempts: 5, revoked_at: new Date().toISOString() })
    await eclusa(['renew', link.onboarding_id, ...why])
    expect(await opens(link.path)).toBe(404)
    const address = await addressOf(link)
    expect(address).not.toContain(link.path)
    const page = await gateway.app.inject(new URL(address!).pathname)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Vamos confirmar que é você')
  })

  it('is about one representative of a company', async () => {
    const onboarding_id = await onboardingOf(gateway, user, { person_type: 'LEGAL_PERSON' })
    const one = await representativeOf(gateway, user, onboarding_id)
    const other = await representativeOf(gateway, user, onboarding_id)
    const submitted_at = new Date().toISOString()
    await bringTo(gateway, user, onboarding_id, { status: 'approved', submitted_at })
    const theirs = await linkOf(gateway, user, { onboarding_id, legal_representative_id: one })
    const untouched = await linkOf(gateway, user, { onboarding_id, legal_representative_id: other })
    await eclusa(['renew', onboarding_id, '--representative', one, ...why])
    expect(await opens(theirs.path)).toBe(404)
    expect(await opens(untouched.path)).toBe(200)
  })
})

describe('neither', () => {
  it('touches what is used, what has ended, or what is not there, and each needs a reason', async () => {
    const used = await linkOf(gateway, user, { status: 'IN_ANALYSIS' })
    const ended = await linkOf(gateway, user, {}, { status: 'expired' })
    const sent = await linkOf(gateway, user, { method: 'VIDEO_UPLOAD' })
    const before = await livenessStateOf(gateway, user)
    for (const { onboarding_id } of [used, ended, sent])
      for (const name of ['revoke', 'renew'])
        await expect(eclusa([name, onboarding_id, ...why])).rejects.toThrow('a link that waits')
    await expect(eclusa(['revoke', crypto.randomUUID(), ...why])).rejects.toThrow('was not found')
    await expect(eclusa(['revoke', used.onboarding_id, '--reason', ' ', '--actor', 'ana'])).rejects.toThrow('reason')
    expect(await livenessStateOf(gateway, user)).toEqual(before)
  })
})
