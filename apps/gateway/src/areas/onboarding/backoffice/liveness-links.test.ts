import { randomUUID } from 'node:crypto'
import { createTestBackoffice } from '@eclusa/testing/backoffice.ts'
import { journalOf } from '@eclusa/testing/backoffice-audit-log.ts'
import { openForFile } from '@eclusa/testing/for-file.ts'
import { bringTo, linkOf, livenessStateOf, onboardingOf, representativeOf } from '@eclusa/testing/liveness.ts'
import { afterAll, describe, expect, it } from 'vitest'
import type { Role } from '../../../backoffice/role.ts'

const test = openForFile(async (gateway) => ({ desk: await createTestBackoffice(gateway) }))
afterAll(() => test.desk.close())

const why = { reason: 'Foi enviado à pessoa errada.' }
const change = (id: string, verb: string, body: object = why, ...roles: Role[]) =>
  test.desk.ask({
    method: 'POST',
    url: `/v1/onboardings/${id}/liveness/${verb}`,
    as: test.desk.person('davi', ...(roles.length > 0 ? roles : (['operator'] as const))),
    body,
  })
const opens = async (path: string) => (await test.gateway.app.inject(path)).statusCode
const addressOf = async (id: string) => {
  const { body } = await test.gateway.ask({ url: `/v2/users/onboardings/${id}/liveness`, as: test.user })
  return body['url'] as string | undefined
}
const activityOf = async (id: string) =>
  (
    await test.gateway.db.admin.query('select what, actor, reason from onboarding_activity where onboarding_id = $1', [
      id,
    ])
  ).rows

describe('links of the liveness page', () => {
  it('revoke: the link no longer opens, and audit log and activity record who and why', async () => {
    const { onboarding_id, liveness_id, path } = await linkOf(test.gateway, test.user)
    expect(await opens(path)).toBe(200)
    expect(await change(onboarding_id, 'revoke')).toMatchObject({
      status: 200,
      body: { onboarding_id, user_id: test.user.user_id, liveness_id, what: 'revoked', generation: 1 },
    })
    expect(await opens(path)).toBe(404)
    expect(await addressOf(onboarding_id)).toBeUndefined()
    expect(await activityOf(onboarding_id)).toEqual([{ what: 'liveness_revoked', actor: 'davi (sub-davi)', ...why }])
    const journal = await journalOf(test.gateway, onboarding_id)
    expect(journal).toMatchObject([
      { operation: 'revokeLivenessLink', role: 'operator', ...why, changes: { liveness_id, what: 'revoked' } },
    ])
    expect(JSON.stringify(await livenessStateOf(test.gateway, test.user))).toContain('users.liveness.revoked')
  })

  it('renew: a new link, which the API returns and the backoffice does not', async () => {
    const link = await linkOf(test.gateway, test.user, { attempts: 5 })
    const { status, body } = await change(link.onboarding_id, 'renew', why, 'analyst')
    expect([status, body['generation']]).toEqual([200, 2])
    expect(JSON.stringify(body)).not.toContain('/liveness/')
    expect(await opens(link.path)).toBe(404)
    const url = await addressOf(link.onboarding_id)
    expect(await opens(new URL(url!).pathname)).toBe(200)
  })

  it('of a company, the link of one representative', async () => {
    const onboarding_id = await onboardingOf(test.gateway, test.user, { person_type: 'LEGAL_PERSON' })
    const legal_representative_id = await representativeOf(test.gateway, test.user, onboarding_id)
    await bringTo(test.gateway, test.user, onboarding_id, { status: 'approved' })
    const { path } = await linkOf(test.gateway, test.user, { onboarding_id, legal_representative_id })
    expect((await change(onboarding_id, 'revoke')).status).toBe(409)
    expect((await change(onboarding_id, 'revoke', { ...why, legal_representative_id })).status).toBe(200)
    expect(await opens(path)).toBe(404)
  })

  it.each(['revoke', 'renew'])('%s: rejections change nothing and write no audit log entry', async (verb) => {
    const { onboarding_id, path } = await linkOf(test.gateway, test.user)
    const without = await onboardingOf(test.gateway, test.user)
    const before = await livenessStateOf(test.gateway, test.user)
    for (const role of ['viewer', 'approver', 'auditor'] as const)
      expect((await change(onboarding_id, verb, why, role)).status).toBe(403)
    expect((await change(onboarding_id, verb, { reason: ' ' })).status).toBe(400)
    expect((await change(onboarding_id, verb, { ...why, actor: 'x' })).status).toBe(400)
    expect((await change(randomUUID(), verb)).status).toBe(404)
    expect(await change(without, verb)).toMatchObject({ status: 409, body: { code: 'LIVENESS_LINK_NOT_WAITING' } })
    expect(await livenessStateOf(test.gateway, test.user)).toEqual(before)
    expect(await opens(path)).toBe(200)
    for (const id of [onboarding_id, without]) expect(await journalOf(test.gateway, id)).toEqual([])
  })
})
