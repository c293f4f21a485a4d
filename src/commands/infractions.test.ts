import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST, OURS, pay } from '../../test/support/dict.ts'
import { openTestPix, type TestPix } from '../../test/support/pix.ts'
import { closeNotifications } from '../areas/pix-infractions/close-notifications.job.ts'
import { pollNotifications } from '../areas/pix-infractions/poll-notifications.job.ts'

const run = promisify(execFile)
const main = fileURLToPath(new URL('../main.ts', import.meta.url))

let pix: TestPix
beforeAll(async () => {
  pix = await openTestPix()
})
afterAll(() => pix.close())

const infractions = async (...words: string[]) => {
  const env = { ...process.env, DATABASE_BOOTSTRAP_URL: pix.gateway.db.bootstrap }
  return JSON.parse((await run(process.execPath, [main, '--json', 'infractions', ...words], { env })).stdout) as never
}

describe('eclusa infractions list, show, ask-again and decide', () => {
  it('show what is due, ask the client, and give the verdict that DICT is then told', async () => {
    const id = pix.report(await pix.received(await pix.gateway.user()), 'Ana Modelo foi enganada')
    await pix.run(pollNotifications)
    const waiting: Record<string, unknown>[] = await infractions('list')
    const { creation_time } = pix.test.simulated.world.reports.get(id)!
    const due_date = new Date(Date.parse(creation_time) + 7 * 86_400_000).toISOString()
    const listed = waiting.find((each) => each['id'] === id)!
    expect(listed).toMatchObject({ id, status: 'ACKNOWLEDGED', due_date, client_status: null })
    expect(JSON.stringify(waiting)).not.toContain('Ana')
    expect(await infractions('show', id)).toMatchObject({ id, description: 'Ana Modelo foi enganada', due_date })

    const asked = ['ask-again', id, '--question', 'Tem nota fiscal?', '--seen', String(listed['version'])]
    expect(await infractions(...asked)).toMatchObject({ id, status: 'ACKNOWLEDGED' })
    const [{ version }]: [{ version: number }] = [await infractions('show', id)]
    const verdict = ['decide', id, '--verdict', 'AGREED', '--reason', 'sem prova', '--seen', String(version)]
    await expect(infractions(...verdict, '--actor', 'ana')).rejects.toThrow('names the kind of fraud')
    const named = [...verdict, '--actor', 'ana', '--fraud-type', 'MULE_ACCOUNT', '--details', 'Conta de passagem.']
    expect(await infractions(...named)).toMatchObject({ id, status: 'IN_ANALYSIS', analysis_result: 'AGREED' })
    await expect(infractions(...named)).rejects.toThrow('was not found')
    await pix.run(closeNotifications)
    expect(pix.test.simulated.world.reports.get(id)).toMatchObject({ status: 'CLOSED', fraud_type: 'MULE_ACCOUNT' })
    expect(await infractions('show', id)).toMatchObject({ decided_by: 'ana', decision_reason: 'sem prova' })
  }, 120_000)
})

describe('eclusa infractions unclaimed', () => {
  const eclusa = async (...words: string[]) => {
    const env = { ...process.env, DATABASE_BOOTSTRAP_URL: pix.gateway.db.bootstrap }
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
