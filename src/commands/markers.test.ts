import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictEnvironment } from '../../sandbox/environment.ts'
import { OURS } from '../../test/support/dict.ts'
import { openTestPix, type TestPix } from '../../test/support/pix.ts'
import { type Journaled, markPerson, unmarkPerson } from '../areas/pix-infractions/mark-person.ts'
import { openPool } from '../base/db/pool.ts'
import { keep } from '../desk/journal/keep.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const DOCUMENT = '529.982.247-25'

let pix: TestPix
let bootstrap: pg.Pool
beforeAll(async () => {
  pix = await openTestPix()
  bootstrap = openPool({ connectionString: pix.gateway.db.bootstrap, size: 1, name: 'test' })
})
afterAll(async () => {
  await bootstrap.end()
  await pix.close()
})

/** The document goes in by standard input, and must come out nowhere. */
async function markers(...words: string[]): Promise<Record<string, unknown>[]> {
  const { db } = pix.gateway
  const env = { ...process.env, DATABASE_BOOTSTRAP_URL: db.bootstrap, ...dictEnvironment(pix.test.simulated, OURS) }
  const child = spawn(process.execPath, [main, '--json', 'markers', ...words], { env })
  child.stdin.end(`${DOCUMENT}\n`)
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(said + complaint).not.toContain('52998224725')
  if (!said) throw new Error(complaint)
  return [JSON.parse(said) as Record<string, unknown>[] | Record<string, unknown>].flat()
}

const kept = async () => (await pix.gateway.db.admin.query('select * from fraud_markers order by made_at')).rows
const said = { by: 'ana', reason: 'conta de passagem' }
const asked = () => ({
  request_id: randomUUID(),
  tax_id_number: '11144477735',
  fraud_type: 'SCAMMER_ACCOUNT' as const,
})
const marksAtDict = (tax_id_number: string) =>
  pix.test.simulated.world.markers.all().filter((marker) => marker.tax_id_number === tax_id_number)

describe('eclusa markers', () => {
  it('makes a mark, lists it and takes it back, each with a name and a reason, and keeps no document', async () => {
    const why = ['--reason', 'golpe fora do SPI', '--actor', 'ana']
    const [made] = await markers('create', '--fraud-type', 'MULE_ACCOUNT', ...why)
    expect(made).toMatchObject({ status: 'REGISTERED', fraud_type: 'MULE_ACCOUNT' })
    expect(await markers('list')).toEqual([made])
    const [cancelled] = await markers('cancel', String(made!['id']), '--reason', 'engano', '--actor', 'rui')
    expect(cancelled).toMatchObject({ id: made!['id'], status: 'CANCELLED' })
    const [row] = await kept()
    expect(row).toMatchObject({ status: 'CANCELLED', made_by: 'ana', cancelled_by: 'rui', cancelled_reason: 'engano' })
    expect(JSON.stringify(row)).not.toContain('52998224725')
  }, 60_000)
})

/** One transaction each, with its entry, as the commands have it. */
const journaled = (): Journaled => (work) =>
  keep(bootstrap, { operation: 'test', subject: { type: 'mark', id: 'test' } }, work)

describe('a mark made by hand', () => {
  it('is made once when the answer is lost and the request repeated under its id', async () => {
    const request = asked()
    pix.test.simulated.faults.add({ kind: 'reset_after_write', operation: 'createFraudMarker' })
    const lost = markPerson(journaled(), pix.worker.dict!, request, said)
    await expect(lost).rejects.toThrow(`--request-id ${request.request_id}`)
    const made = await markPerson(journaled(), pix.worker.dict!, request, said)
    expect(marksAtDict(request.tax_id_number).map(({ id }) => id)).toEqual([made.id])
    const other = { ...request, fraud_type: 'MULE_ACCOUNT' as const }
    await expect(markPerson(journaled(), pix.worker.dict!, other, said)).rejects.toThrow('another kind of fraud')
  })

  it('names who took it back first, however often that is repeated', async () => {
    const made = await markPerson(journaled(), pix.worker.dict!, asked(), said)
    await unmarkPerson(journaled(), pix.worker.dict!, made.id, said)
    await unmarkPerson(journaled(), pix.worker.dict!, made.id, { by: 'rui', reason: 'outra vez' })
    expect((await kept()).find((row) => row['marker_id'] === made.id)).toMatchObject({ cancelled_by: 'ana' })
    await expect(unmarkPerson(journaled(), pix.worker.dict!, randomUUID(), said)).rejects.toThrow('refused: NotFound')
  })
})
