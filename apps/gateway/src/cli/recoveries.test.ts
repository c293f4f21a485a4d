import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { FIRST, payOn, SECOND } from '@eclusa/testing/dict.ts'
import { createEclusa, type Eclusa } from '@eclusa/testing/eclusa.ts'
import { createTestRecovery, type TestRecovery } from '@eclusa/testing/recovery.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addRecoveryCommands } from './recoveries.ts'

let test: TestRecovery
let desk: TestDesk
let eclusa: Eclusa
beforeAll(async () => {
  test = await createTestRecovery()
  desk = await createTestBackoffice(test.pix.gateway)
  desk.person('vera', 'viewer')
  eclusa = await createEclusa(desk, [addRecoveryCommands])
})
beforeEach(() => test.begin())
afterAll(async () => {
  await desk.close()
  await test.close()
})

describe('eclusa recoveries show', () => {
  it('prints the timeline and the tracking graph, as text and as SVG', async () => {
    payOn(test.pix.test.simulated, test.payment, { from: FIRST, to: SECOND, amount: 600_00 })
    const { id } = await test.untilAnalysis()
    const whose = ['--user', test.user.user_id]
    const drawn = await eclusa.text('vera', ['recoveries', 'show', id, ...whose])
    expect(drawn).toContain('CREATED (DICT: AWAITING_ANALYSIS)')
    expect(drawn).toMatch(/analysis_requested\n/)
    expect(drawn).toMatch(/└─ 22222222 #\d+ → 33333333 #\d+ {2}R\$ 600,00/)
    const file = join(await mkdtemp(join(tmpdir(), 'eclusa-svg-')), 'recovery.svg')
    await eclusa('vera', ['recoveries', 'show', id, ...whose, '--svg', file])
    expect(await readFile(file, 'utf8')).toMatch(/^<svg [^]*<\/svg>\n$/)
    await expect(eclusa('vera', ['recoveries', 'show', randomUUID(), ...whose])).rejects.toThrow(
      'FUND_RECOVERY_UNKNOWN',
    )
  })
})
