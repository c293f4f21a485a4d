import { shown } from '@eclusa/testing/load/figures.ts'
import type { WorkFigures } from './measure.ts'
import { titleOf } from './report.ts'
import type { ArmName } from './variants.ts'
import type { WorkName } from './workloads.ts'

/** Performance targets, with the group of each. */
const shares: Partial<Record<WorkName, { of: ArmName; least: number }>> = {
  'get-account': { of: 'bare', least: 0.5 },
  'list-accounts': { of: 'bare', least: 0.4 },
  'patch-account': { of: 'pgbench-kept', least: 0.8 },
  'decode-billet': { of: 'pgbench-kept', least: 0.5 },
}
/** How much of PostgreSQL's processor time a change may take, of what the minimal SQL takes. */
const POSTGRES_TIMES_MAX = 2
/** How long a write may take at half the rate, in ms. */
const times = { work: 'patch-account', p99: 15, p999: 50 } as const

/** A line for each with the measured value: reached or not. */
export function wanted(figures: WorkFigures[]): string[] {
  return figures.flatMap((of) => {
    const share = shares[of.work]
    const ratio = share && of.arms[share.of]?.ratio
    const spent = of.arms['pgbench-minimal']?.postgresRatio
    const title = titleOf(of)
    return [
      ...(ratio
        ? [line(ratio.median >= share.least, `${title}: ${shown(ratio)} of ${share.of}, wanted ${share.least}`)]
        : []),
      ...(spent
        ? [
            line(
              spent.median <= POSTGRES_TIMES_MAX,
              `${title}: ${shown(spent)} times the processor time of PostgreSQL for minimal SQL, wanted ${POSTGRES_TIMES_MAX}`,
            ),
          ]
        : []),
      ...(of.work === times.work
        ? [
            line(of.open.p99.median <= times.p99, `${title}: p99 ${shown(of.open.p99, 1)} ms, wanted ${times.p99}`),
            line(
              of.open.p999.median <= times.p999,
              `${title}: p99.9 ${shown(of.open.p999, 1)} ms, wanted ${times.p999}`,
            ),
          ]
        : []),
    ]
  })
}

const line = (isReached: boolean, what: string) => `${isReached ? 'REACHED    ' : 'NOT REACHED'}  ${what}`
