import { contact, createTestParticipants, done, FIRST, OURS, pay, refused } from '@eclusa/testing/dict.ts'
import { describe, expect, it } from 'vitest'
import * as reports from './infraction-reports.ts'

const banks = createTestParticipants()
const unknownId = '00000000-0000-4000-8000-000000000000'

describe('infraction reports', () => {
  const open = async (details = 'QR Code falso & <boleto> "trocado"\r\nlinha 2 çãé 😀') => {
    const payment = pay(banks.simulated)
    const asked = { transaction_id: payment.id, reason: 'REFUND_REQUEST', situation_type: 'SCAM' } as const
    const report = { ...asked, report_details: details, contact_information: contact }
    return done(await reports.createInfractionReport(banks.ours, report)).infraction_report
  }

  it('creates one, with every field as sent', async () => {
    const report = await open()
    expect(report).toMatchObject({
      status: 'OPEN',
      reason: 'REFUND_REQUEST',
      situation_type: 'SCAM',
      report_details: 'QR Code falso & <boleto> "trocado"\nlinha 2 çãé 😀',
      reporter_participant: OURS,
      counterparty_participant: FIRST,
      contact_information: contact,
    })
    expect(report.creation_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(report).not.toHaveProperty('analysis_result')
  })

  it('accepts characters that XML does not allow', async () => {
    const report = await open('a\u0000b\u001fc\ud800d')
    expect(report.report_details).toBe('a\ufffdb\ufffdc\ufffdd')
  })

  it('gets one, only for its parties', async () => {
    const { id } = await open()
    expect(done(await reports.getInfractionReport(banks.first, id)).infraction_report.id).toBe(id)
    expect(await reports.getInfractionReport(banks.other, id)).toEqual(refused('NotFound', 404))
    expect(await reports.getInfractionReport(banks.ours, unknownId)).toEqual(refused('NotFound', 404))
  })

  it('goes from OPEN through ACKNOWLEDGED to CLOSED, each step idempotent', async () => {
    const { id } = await open()
    const verdict = {
      analysis_result: 'AGREED',
      fraud_type: 'MULE_ACCOUNT',
      analysis_details: 'saldo bloqueado',
    } as const
    expect(await reports.closeInfractionReport(banks.first, id, verdict)).toEqual(
      refused('InfractionReportOperationInvalid'),
    )
    expect(await reports.acknowledgeInfractionReport(banks.ours, id)).toEqual(refused('Forbidden', 403))
    for (let twice = 0; twice < 2; twice += 1) {
      const { infraction_report } = done(await reports.acknowledgeInfractionReport(banks.first, id))
      expect(infraction_report.status).toBe('ACKNOWLEDGED')
    }
    const closed = done(await reports.closeInfractionReport(banks.first, id, verdict)).infraction_report
    expect(closed).toMatchObject({ status: 'CLOSED', analysis_result: 'AGREED', analysis_details: 'saldo bloqueado' })
    expect(closed.fraud_marker_id).toBeDefined()
    expect(done(await reports.closeInfractionReport(banks.first, id, verdict)).infraction_report).toEqual(closed)
    const opposite = { analysis_result: 'DISAGREED' } as const
    expect(await reports.closeInfractionReport(banks.first, id, opposite)).toEqual(
      refused('InfractionReportOperationInvalid'),
    )
  })

  it('returns the field that DICT rejected, and none of its values', async () => {
    const { id } = await open()
    done(await reports.acknowledgeInfractionReport(banks.first, id))
    const outcome = await reports.closeInfractionReport(banks.first, id, { analysis_result: 'AGREED' })
    expect(outcome).toMatchObject({
      outcome: 'refused',
      type: 'InfractionReportInvalid',
      violations: [{ property: 'fraud_type', reason: 'is required' }],
    })
  })

  it('is cancelled by its creator even when closed', async () => {
    const { id } = await open()
    done(await reports.acknowledgeInfractionReport(banks.first, id))
    done(await reports.closeInfractionReport(banks.first, id, { analysis_result: 'DISAGREED' }))
    expect(await reports.cancelInfractionReport(banks.first, id)).toEqual(refused('Forbidden', 403))
    expect(done(await reports.cancelInfractionReport(banks.ours, id)).infraction_report.status).toBe('CANCELLED')
    expect(done(await reports.cancelInfractionReport(banks.ours, id)).infraction_report.status).toBe('CANCELLED')
  })

  it('rejects a second report of a payment, and one of an unknown payment', async () => {
    const { transaction_id } = await open()
    const again = { transaction_id, reason: 'REFUND_REQUEST', situation_type: 'SCAM' } as const
    const type = 'InfractionReportAlreadyBeingProcessedForTransaction'
    expect(await reports.createInfractionReport(banks.ours, again)).toEqual(refused(type))
    const unknown = { ...again, transaction_id: `E${'0'.repeat(31)}` }
    expect(await reports.createInfractionReport(banks.ours, unknown)).toEqual(
      refused('InfractionReportTransactionNotFound'),
    )
  })

  it('lists by role, status and period, oldest change first, page by page', async () => {
    const since = banks.simulated.world.clock.now().toISOString()
    const opened = [await open(), await open(), await open()]
    done(await reports.acknowledgeInfractionReport(banks.first, opened[0]!.id))
    const all = done(await reports.listInfractionReports(banks.first, { role: 'counterparty', modified_after: since }))
    expect(all.infraction_reports.map(({ id }) => id).toSorted()).toEqual(opened.map(({ id }) => id).toSorted())
    const times = all.infraction_reports.map(({ last_modified }) => last_modified)
    expect(times).toEqual(times.toSorted())
    const page = done(await reports.listInfractionReports(banks.first, { modified_after: since, limit: 2 }))
    expect([page.infraction_reports.length, page.has_more_elements]).toEqual([2, true])
    const acknowledged = { modified_after: since, status: ['ACKNOWLEDGED' as const, 'CLOSED' as const] }
    expect(done(await reports.listInfractionReports(banks.first, acknowledged)).infraction_reports).toHaveLength(1)
    const reporter = { role: 'reporter', modified_after: since } as const
    expect(done(await reports.listInfractionReports(banks.first, reporter)).infraction_reports).toEqual([])
    expect(done(await reports.listInfractionReports(banks.other, {})).infraction_reports).toEqual([])
  })
})
