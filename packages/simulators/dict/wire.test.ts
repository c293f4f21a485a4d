import { createFundsRecovery, getFundsRecovery } from '@eclusa/gateway/src/partners/dict/funds-recoveries.ts'
import { listRatePolicies } from '@eclusa/gateway/src/partners/dict/rate-policies.ts'
import { contact, createTestDict, done, FIRST, OURS, pay, type TestDict } from '@eclusa/testing/dict.ts'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signDocument } from './signature.ts'

let dict: TestDict
let agent: Agent
beforeAll(async () => {
  dict = await createTestDict()
  const { tls } = dict.simulated.settingsFor(OURS)
  agent = new Agent({ connect: { cert: tls.certificate, key: tls.key, ca: tls.authorities } })
})
afterAll(async () => {
  await agent.close()
  await dict.close()
})

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const { statusCode, body: answer } = await request(`${dict.simulated.url}${path}`, {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/xml', ...headers },
    body,
  })
  return { status: statusCode, type: /error\/(\w+)</.exec(await answer.text())?.[1] }
}

const signed = (xml: string, as = OURS) => signDocument(xml, dict.simulated.settingsFor(as).signing)
const markerRequest = (change = (xml: string) => xml) =>
  change(
    '<CreateFraudMarkerRequest><Participant>11111111</Participant><FraudMarker><TaxIdNumber>11144477735</TaxIdNumber>' +
      '<FraudType>OTHER</FraudType></FraudMarker><RequestId>a946d533-7f22-42a5-9a9b-e87cd55c0f4d</RequestId>' +
      '</CreateFraudMarkerRequest>',
  )

describe('requests to DICT', () => {
  it('a valid request is accepted', async () => {
    expect(await post('/fraud-markers/', signed(markerRequest()))).toEqual({ status: 201, type: undefined })
  })

  const spoiled: [string, string, () => string][] = [
    ['no signature', 'RequestSignatureInvalid', () => markerRequest()],
    ['the signature of another bank', 'RequestSignatureInvalid', () => signed(markerRequest(), FIRST)],
    [
      'a change after signing',
      'RequestSignatureInvalid',
      () => signed(markerRequest()).replace('OTHER', 'MULE_ACCOUNT'),
    ],
    ['another participant', 'Forbidden', () => signed(markerRequest((xml) => xml.replace('11111111', FIRST)))],
    [
      'an unknown element',
      'BadRequest',
      () => signed(markerRequest((xml) => xml.replace('<FraudType>', '<Nickname>x</Nickname><FraudType>'))),
    ],
    [
      'a name in another spelling',
      'BadRequest',
      () => signed(markerRequest((xml) => xml.replaceAll('TaxIdNumber', 'taxIdNumber'))),
    ],
    [
      'a repeated element',
      'BadRequest',
      () => signed(markerRequest((xml) => xml.replace('<FraudType>', '<FraudType>OTHER</FraudType><FraudType>'))),
    ],
    [
      'a missing element',
      'BadRequest',
      () => signed(markerRequest((xml) => xml.replace(/<RequestId>.*<\/RequestId>/, ''))),
    ],
    [
      'a RequestId of another version',
      'BadRequest',
      () => signed(markerRequest((xml) => xml.replace('-42a5-', '-12a5-'))),
    ],
    ['a value outside its list', 'BadRequest', () => signed(markerRequest((xml) => xml.replace('OTHER', 'UNKNOWN')))],
    [
      'another request',
      'BadRequest',
      () => signed(markerRequest((xml) => xml.replaceAll('CreateFraudMarker', 'CancelFraudMarker'))),
    ],
    ['a document type', 'BadRequest', () => `<!DOCTYPE x [<!ENTITY a "b">]>${signed(markerRequest())}`],
    ['no XML', 'BadRequest', () => 'hello'],
  ]
  it.each(spoiled)('not %s: %s', async (_, type, body) => {
    const before = dict.simulated.world.markers.all().length
    expect(await post('/fraud-markers/', body())).toEqual({ status: type === 'Forbidden' ? 403 : 400, type })
    expect(dict.simulated.world.markers.all()).toHaveLength(before)
  })

  it('not JSON, nor a compressed request, nor an id other than the one in the path', async () => {
    const bad = { status: 400, type: 'BadRequest' }
    expect(await post('/fraud-markers/', signed(markerRequest()), { 'content-type': 'application/json' })).toEqual(bad)
    expect(await post('/fraud-markers/', signed(markerRequest()), { 'content-encoding': 'gzip' })).toEqual(bad)
    const [a, b] = ['91d65e98-97c0-4b0f-b577-73625da1f9fc', '91d65e98-97c0-4b0f-b577-73625da1f9fd']
    const cancel = `<CancelRefundRequest><RefundId>${a}</RefundId><Participant>${OURS}</Participant></CancelRefundRequest>`
    expect(await post(`/refunds/${b}/cancel`, signed(cancel))).toEqual(bad)
    expect(await post('/no-such-thing/', signed(cancel))).toEqual({ status: 404, type: 'NotFound' })
  })
})

describe('the control port', () => {
  const control = async (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
    const answer = await fetch(`${dict.simulated.control_url}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  it("plays the other banks, with all of DICT's rules, and advances the clock", async () => {
    const ours = dict.as(OURS)
    const root = pay(dict.simulated)
    const told = { root_transaction_id: root.id, situation_type: 'SCAM', contact_information: contact } as const
    const { id } = done(await createFundsRecovery(ours, told)).funds_recovery
    await control('/clock', { advance_ms: 2_000 })
    const { body } = await control('/state')
    const reports = body['infraction_reports'] as { id: string; funds_recovery_id: string }[]
    const report = reports.find(({ funds_recovery_id }) => funds_recovery_id === id)!
    const verdict = { analysis_result: 'AGREED', fraud_type: 'MULE_ACCOUNT' }
    const close = () => control(`/as/${FIRST}/closeInfractionReport/${report.id}`, verdict)
    expect(await close()).toMatchObject({ status: 400, body: { type: 'InfractionReportOperationInvalid' } })
    expect((await control(`/as/${OURS}/acknowledgeInfractionReport/${report.id}`, {})).status).toBe(403)
    expect((await control(`/as/${FIRST}/acknowledgeInfractionReport/${report.id}`, {})).status).toBe(200)
    expect((await close()).status).toBe(200)
    expect(done(await getFundsRecovery(ours, id)).funds_recovery.status).toBe('ANALYSED')
  })

  it('registers payments, changes settings, empties buckets, and injects faults', async () => {
    const ours = dict.as(OURS)
    const { id: _, ...like } = pay(dict.simulated)
    const id = `E${OURS}20260202100000000000abc`
    await control('/transactions', [{ id, ...like }])
    const told = { root_transaction_id: id, situation_type: 'SCAM', contact_information: contact } as const
    await control('/faults', { kind: 'error_500', operation: 'createFundsRecovery' })
    expect((await createFundsRecovery(ours, told)).outcome).toBe('unknown')
    await control('/faults', { kind: 'error_500', times: 99 })
    await control('/faults', undefined, 'DELETE')
    await control('/settings', { tracking_ms: 0, blocking_ms: 0 })
    expect(done(await createFundsRecovery(ours, told)).funds_recovery.status).toBe('CREATED')
    const { body } = await control('/state')
    const recoveries = body['funds_recoveries'] as { root_transaction_id: string; status: string }[]
    expect(recoveries.find((each) => each.root_transaction_id === id)?.status).toBe('AWAITING_ANALYSIS')
    await control('/buckets', { participant: OURS, rate: 'POLICIES_LIST', tokens: 0 })
    expect(await listRatePolicies(ours)).toMatchObject({ reason: 'RATE_LIMITED' })
    expect((await control('/nothing', {})).status).toBe(400)
    expect((await control('/clock', { advance_ms: -1 })).status).toBe(400)
  })
})
