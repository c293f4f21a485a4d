import { randomUUID } from 'node:crypto'
import { readProcessors, takenSince } from '@eclusa/testing/cpu-steal.ts'
import { marked, START_SECONDS, startSandbox } from '@eclusa/testing/e2e/sandbox.ts'
import { expect, it } from 'vitest'

it(
  'a newcomer starts the sandbox, makes the first call, repeats it, and leaves nothing behind',
  async () => {
    const mark = `JOURNEY=${randomUUID()}`
    const started = performance.now()
    const before = readProcessors()
    // A newcomer has no compile cache yet.
    const sandbox = await startSandbox({ JOURNEY: mark.slice('JOURNEY='.length), NODE_COMPILE_CACHE: undefined })
    // The time is not measured while other processes use the CPU.
    const seconds = ((performance.now() - started) / 1000) * (1 - takenSince(before))
    expect(seconds).toBeLessThan(START_SECONDS)
    expect(marked(mark).length).toBeGreaterThan(2)
    expect(sandbox.users.length).toBeGreaterThanOrEqual(2)

    const [user, other] = sandbox.users as [(typeof sandbox.users)[0], (typeof sandbox.users)[0]]
    const path = `/v1/crossborder/clients/${user.client_id}/accounts/${user.account_id}`
    const bearer = { authorization: `Bearer ${user.token}` }

    const first = await sandbox.call('PATCH', path, { headers: bearer, body: { nickname: 'treasury' } })
    expect(first).toMatchObject({ status: 200, body: { nickname: 'treasury' } })
    const repeat = await sandbox.call('PATCH', path, { headers: bearer, body: { nickname: 'treasury' } })
    expect(repeat).toMatchObject({
      status: 409,
      body: { code: 'REPLAY', first_request_id: first.headers.get('x-request-id') },
    })

    const byKey = await sandbox.call('PATCH', path, {
      headers: { 'x-api-key': user.api_key },
      body: { nickname: 'payroll' },
    })
    expect(byKey.status).toBe(200)
    expect(byKey.headers.get('deprecation')).toMatch(/^@\d+$/)
    const stranger = await sandbox.call('PATCH', path, {
      headers: { authorization: `Bearer ${other.token}` },
      body: { nickname: 'mine' },
    })
    expect(stranger.status).toBe(404)

    const history = await sandbox.call('GET', `/v1/reports/client-activity/${user.client_id}`, { headers: bearer })
    expect((history.body['data'] as { event_type: string }[]).map(({ event_type }) => event_type)).toEqual([
      'ACCOUNT_UPDATED',
      'ACCOUNT_UPDATED',
    ])
    const transactions = await sandbox.call('GET', '/api/v2/transactions?type=PAYMENT', { headers: bearer })
    expect((transactions.body['data'] as { status: string }[]).map(({ status }) => status)).toEqual([
      'SCHEDULED',
      'FAILED',
      'CONFIRMED',
    ])
    expect((await fetch(`${sandbox.internal_url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${sandbox.internal_url}/metrics`)).text()).toContain('eclusa_replay_refusals')

    expect(sandbox.said).toHaveLength(1)
    expect(await sandbox.stop()).toBe(0)
    expect(sandbox.complaints).toEqual([])
    expect(marked(mark)).toEqual([])
  },
  (START_SECONDS + 40) * 1000,
)
