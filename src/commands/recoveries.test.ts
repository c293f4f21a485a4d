import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FIRST, payOn, SECOND } from '../../test/support/dict.ts'
import { openTestRecovery, type TestRecovery } from '../../test/support/recovery.ts'

let test: TestRecovery
beforeAll(async () => {
  test = await openTestRecovery()
})
beforeEach(() => test.begin())
afterAll(() => test.close())

describe('eclusa recoveries show', () => {
  const run = promisify(execFile)
  it('draws the timeline and the way of the money, in the terminal and as a picture', async () => {
    payOn(test.pix.test.simulated, test.payment, { from: FIRST, to: SECOND, amount: 600_00 })
    const { id } = await test.untilAnalysis()
    const main = new URL('../main.ts', import.meta.url).pathname
    const env = { ...process.env, DATABASE_BOOTSTRAP_URL: test.pix.gateway.db.bootstrap }
    const { stdout } = await run('node', [main, 'recoveries', 'show', id], { env })
    expect(stdout).toContain('CREATED (DICT: AWAITING_ANALYSIS)')
    expect(stdout).toMatch(/analysis_requested\n/)
    expect(stdout).toMatch(/└─ 22222222 #\d+ → 33333333 #\d+ {2}R\$ 600,00/)
    const file = join(await mkdtemp(join(tmpdir(), 'eclusa-svg-')), 'recovery.svg')
    await run('node', [main, 'recoveries', 'show', id, '--svg', file], { env })
    expect(await readFile(file, 'utf8')).toMatch(/^<svg [^]*<\/svg>\n$/)
    await expect(run('node', [main, 'recoveries', 'show', randomUUID()], { env })).rejects.toThrow('was not found')
  })
})
