import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LIES } from '@eclusa/simulators/billet-registry/fault-responses.ts'
import { type SandboxRegistry, startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { type BankSample, sampleBankSlip, sampleCollectionSlip } from '@eclusa/simulators/billet-registry/samples.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PartnerAvoided, PartnerDown, PartnerUnusable } from '../failure.ts'
import { type BilletRegistry, createBilletRegistry } from './client.ts'

const TIMEOUT_MS = 500
/** Timer allowance for a busy machine. */
const SLACK_MS = 250
const DUE = '2026-10-13'

let sandbox: SandboxRegistry
let registry: BilletRegistry

beforeEach(async () => {
  sandbox = await startBilletRegistry()
  registry = createBilletRegistry({ url: sandbox.url, token: undefined, timeoutMs: TIMEOUT_MS })
})
afterEach(async () => {
  await registry.close()
  await sandbox.close()
})

function question(sample: BankSample = {}, payment_date = '2026-10-01') {
  const { barcode } = sampleBankSlip({ due_date: DUE, ...sample })
  return { barcode, payment_date, printed: { amount: sample.amount ?? 124_020, due_date: DUE } }
}

async function failure(asked: ReturnType<typeof question>) {
  const started = performance.now()
  const error = await registry.consult(asked).then(
    () => expect.fail('it was answered'),
    (caught: unknown) => caught,
  )
  return { error, tookMs: performance.now() - started }
}

describe('a registry that responds', () => {
  it('returns the registered data', async () => {
    expect(await registry.consult(question())).toMatchObject({
      outcome: 'FOUND',
      billet: { state: 'OPEN', original_amount: 124_020, due_date: DUE, beneficiary_bank_name: 'Bradesco' },
    })
  })

  it('returns the registered data of a collection slip', async () => {
    const { barcode } = sampleCollectionSlip({})
    const asked = { barcode, payment_date: '2026-10-01', printed: { amount: 13_312, due_date: null } }
    expect(await registry.consult(asked)).toMatchObject({ outcome: 'FOUND', billet: { original_amount: 13_312 } })
  })

  it('reports an unknown billet and an unknown bank', async () => {
    expect(await registry.consult(question({ fate: 'unknown' }))).toEqual({ outcome: 'BILLET_NOT_FOUND' })
    expect(await registry.consult(question({ bankCode: '999' }))).toEqual({ outcome: 'BANK_NOT_FOUND' })
  })

  it('is queried again after a 503', async () => {
    expect(await registry.consult(question({ fate: 'flaky' }))).toMatchObject({ outcome: 'FOUND' })
    expect(sandbox.asked).toHaveLength(2)
  })

  it("receives the caller's credential, also at an address below the root", async () => {
    const guarded = await startBilletRegistry({ token: 'secret' })
    const known = createBilletRegistry({ url: `${guarded.url}/`, token: 'secret', timeoutMs: TIMEOUT_MS })
    const stranger = createBilletRegistry({ url: guarded.url, token: undefined, timeoutMs: TIMEOUT_MS })
    const astray = createBilletRegistry({ url: `${guarded.url}/registry/`, token: 'secret', timeoutMs: TIMEOUT_MS })
    expect(await known.consult(question())).toMatchObject({ outcome: 'FOUND' })
    await expect(stranger.consult(question())).rejects.toMatchObject({ code: 'ANSWERED_401' })
    await expect(astray.consult(question())).rejects.toMatchObject({ code: 'ABSENCE_NOT_NAMED' })
    await Promise.all([known.close(), stranger.close(), astray.close(), guarded.close()])
  })
})

describe('a registry that does not respond', () => {
  it('is queried three times when it drops the connection', async () => {
    const { error, tookMs } = await failure(question({ fate: 'down' }))
    expect(error).toBeInstanceOf(PartnerDown)
    expect(error).toMatchObject({ code: 'UNREACHABLE' })
    expect(sandbox.asked.length).toBeGreaterThan(1)
    expect(sandbox.asked.length).toBeLessThanOrEqual(3)
    expect(tookMs).toBeLessThan(TIMEOUT_MS + SLACK_MS)
  })

  it('is given up within the timeout when it is slow', async () => {
    const { error, tookMs } = await failure(question({ fate: 'slow' }))
    expect(error).toMatchObject({ name: 'PartnerDown', code: 'TIMED_OUT' })
    expect(tookMs).toBeLessThan(TIMEOUT_MS + SLACK_MS)
  })

  it('is given up within the timeout when it sends byte by byte', async () => {
    const dripping = createServer((_, response) => {
      response.writeHead(200, { 'content-length': 10_000 })
      const drops = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drops))
    })
    await once(dripping.listen(0, '127.0.0.1'), 'listening')
    await registry.close()
    const url = `http://127.0.0.1:${(dripping.address() as AddressInfo).port}`
    registry = createBilletRegistry({ url, token: undefined, timeoutMs: TIMEOUT_MS })
    const { error, tookMs } = await failure(question())
    expect(error).toMatchObject({ name: 'PartnerDown', code: 'TIMED_OUT' })
    expect(tookMs).toBeLessThan(TIMEOUT_MS + SLACK_MS)
    dripping.closeAllConnections()
    dripping.close()
  })

  it('is given up within the timeout when nothing listens', async () => {
    await sandbox.close()
    const { error, tookMs } = await failure(question())
    expect(error).toMatchObject({ name: 'PartnerDown', code: 'UNREACHABLE' })
    expect(tookMs).toBeLessThan(TIMEOUT_MS + SLACK_MS)
  })

  it('does not delay every caller: the circuit opens', async () => {
    await sandbox.close()
    await Promise.all(Array.from({ length: 6 }, () => failure(question())))
    const { error, tookMs } = await failure(question())
    expect(error).toBeInstanceOf(PartnerAvoided)
    expect(tookMs).toBeLessThan(50)
  })

  it('fails the same way when none is configured', async () => {
    const none = createBilletRegistry({ url: undefined, token: undefined, timeoutMs: TIMEOUT_MS })
    await expect(none.consult(question())).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
    await none.close()
  })
})

describe('a registry that returns wrong data', () => {
  // A truncated response is a lost connection and is retried. All other wrong responses are final.
  const told = LIES.map(([name], lie) => ({
    name,
    lie,
    kind: name === 'half an answer' ? PartnerDown : PartnerUnusable,
  }))

  it.each(told)('with $name is rejected', async ({ lie, kind }) => {
    const { error, tookMs } = await failure(question({ fate: { lie } }))
    expect(error).toBeInstanceOf(kind)
    expect(tookMs).toBeLessThan(TIMEOUT_MS + SLACK_MS)
    if (kind === PartnerUnusable) expect(sandbox.asked).toHaveLength(1)
  })

  it('about one billet is still queried about others', async () => {
    for (let told = 0; told < 20; told += 1) await failure(question({ fate: { lie: 0 } }))
    expect(await registry.consult(question())).toMatchObject({ outcome: 'FOUND' })
  })
})
