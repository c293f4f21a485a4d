import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations as served } from '@eclusa/simulators/dict/operations.ts'
import { describe, expect, it } from 'vitest'

/** The page about DICT's operations matches the code: the caller of each, or that none exists. */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The MED part of BACEN's version 2.12.1, written independently of the page. */
const published = `
  POST /infraction-reports/ createInfractionReport
  GET /infraction-reports/ listInfractionReport
  GET /infraction-reports/{InfractionReportId} getInfractionReport
  PUT /infraction-reports/{InfractionReportId} updateInfractionReport
  POST /infraction-reports/{InfractionReportId}/acknowledge acknowledgeInfractionReport
  POST /infraction-reports/{InfractionReportId}/cancel cancelInfractionReport
  POST /infraction-reports/{InfractionReportId}/close closeInfractionReport
  POST /funds-recoveries/ createFundsRecovery
  GET /funds-recoveries/{FundsRecoveryId} getFundsRecovery
  PUT /funds-recoveries/{FundsRecoveryId} updateFundsRecovery
  POST /funds-recoveries/{FundsRecoveryId}/tracking-graph createTrackingGraph
  GET /funds-recoveries/{FundsRecoveryId}/tracking-graph getTrackingGraph
  POST /funds-recoveries/{FundsRecoveryId}/block blockFundsRecovery
  GET /funds-recoveries/{FundsRecoveryId}/infraction-reports listFundsRecoveryInfractionReports
  POST /funds-recoveries/{FundsRecoveryId}/refund refundFundsRecovery
  GET /funds-recoveries/{FundsRecoveryId}/refunds listFundsRecoveryRefunds
  POST /funds-recoveries/{FundsRecoveryId}/cancel cancelFundsRecovery
  POST /fraud-markers/ createFraudMarker
  GET /fraud-markers/ listFraudMarkers
  GET /fraud-markers/{FraudMarkerId} getFraudMarker
  POST /fraud-markers/{FraudMarkerId}/cancel cancelFraudMarker
  POST /refunds/ createRefund
  GET /refunds/ listRefund
  GET /refunds/{RefundId} getRefund
  POST /refunds/{RefundId}/cancel cancelRefund
  POST /refunds/{RefundId}/close closeRefund
  GET /event-notifications listEventNotifications
  GET /policies/ bucketStates
  GET /policies/{policy} getPolicy`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' ') as [string, string, string])

/** Where the client's function, or the simulator's operation, has another name. */
const callOf: Record<string, string> = {
  listInfractionReport: 'listInfractionReports',
  listRefund: 'listRefunds',
  bucketStates: 'keepLearning',
}
const servedAs: Record<string, string> = { ...callOf, bucketStates: 'listPolicies' }

const sources = readdirSync(join(root, 'apps/gateway/src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ path: `apps/gateway/src/${name}`, text: read(`apps/gateway/src/${name}`) }))

function callersOf(operation: string): string[] {
  const name = callOf[operation] ?? operation
  const calls = new RegExp(`(?<!function )\\b${name}\\(`)
  const defines = new RegExp(`export function ${name}\\(`)
  return sources.filter(({ text }) => calls.test(text) && !defines.test(text)).map(({ path }) => path)
}

const rows = new Map(
  read('docs/guides/dict-operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .map(([name, request, users, why]) => [name!.replaceAll('`', ''), { request, users: users!, why }] as const),
)

describe('the page about the operations of DICT', () => {
  it('has every operation that BACEN publishes for MED, as it is requested, and no other', () => {
    const stated = [...rows].map(([name, { request }]) => [name, request])
    expect(stated).toEqual(published.map(([method, path, name]) => [name, `\`${method} ${path}\``]))
  })

  it.each(published.map(([, , name]) => name))('names the caller of %s, and why or why not', (name) => {
    const { users, why } = rows.get(name)!
    const named = [...users.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
    expect(named).toEqual(callersOf(name).toSorted())
    if (named.length === 0) expect(users).toBe('not called')
    expect(why!.length).toBeGreaterThan(10)
  })

  it('names no operation as used that the simulator does not serve', () => {
    const used = [...rows].filter(([, { users }]) => users !== 'not called').map(([name]) => servedAs[name] ?? name)
    expect(used.filter((name) => !(name in served))).toEqual([])
  })
})
