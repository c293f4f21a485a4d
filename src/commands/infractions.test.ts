import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST, OURS, pay } from '../../test/support/dict.ts'
import { openTestPix, type TestPix } from '../../test/support/pix.ts'
import { pollNotifications } from '../areas/pix-infractions/poll-notifications.job.ts'

const run = promisify(execFile)
const main = fileURLToPath(new URL('../main.ts', import.meta.url))

let pix: TestPix
beforeAll(async () => {
  pix = await openTestPix()
})
afterAll(() => pix.close())

describe('eclusa infractions unclaimed', () => {
  const eclusa = async (...words: string[]) => {
    const env = { ...process.env, DATABASE_OPERATOR_URL: pix.gateway.db.operator }
    return (await run(process.execPath, [main, ...words, 'infractions', 'unclaimed'], { env })).stdout
  }

  it('says that there is nothing, when every report has its owner', async () => {
    pix.report(await pix.received(await pix.gateway.user()))
    await pix.run(pollNotifications)
    expect(await eclusa()).toBe('nothing found\n')
    expect(await eclusa('--json')).toBe('[]\n')
  })

  it('lists what no ledger told us of: ids, age, deadline and what to do, and nothing about people', async () => {
    const payment = pay(pix.test.simulated, { from: FIRST, to: OURS, amount: 420_00 })
    const id = pix.report(payment, 'Ana Modelo foi enganada')
    await pix.run(pollNotifications)
    const { creation_time } = pix.test.simulated.world.reports.get(id)!
    const [listed, ...more] = JSON.parse(await eclusa('--json')) as Record<string, unknown>[]
    expect(more).toEqual([])
    expect(listed).toEqual({
      id,
      end_to_end_id: payment.id,
      status: 'ACKNOWLEDGED',
      reason: 'REFUND_REQUEST',
      reporter: FIRST,
      amount: 420_00,
      age_hours: 0,
      due_date: new Date(Date.parse(creation_time) + 7 * 86_400_000).toISOString(),
      what_to_do: expect.stringContaining('to the ingest before due_date'),
    })
    const shown = await eclusa()
    expect(shown).toContain(id)
    expect(shown).not.toContain('Ana')
  })

  it('puts what is over behind what is still due', async () => {
    const { world } = pix.test.simulated
    const payment = pay(pix.test.simulated, { from: FIRST, to: OURS })
    const id = pix.report(payment)
    world.clock.advance(1)
    world.reports.save({
      ...world.reports.get(id)!,
      status: 'CANCELLED',
      last_modified: world.clock.now().toISOString(),
    })
    await pix.run(pollNotifications)
    const listed = JSON.parse(await eclusa('--json')) as { id: string; what_to_do: string }[]
    expect(listed).toHaveLength(2)
    expect(listed[1]).toMatchObject({ id, what_to_do: 'nothing: the other bank took it back' })
  })
})
