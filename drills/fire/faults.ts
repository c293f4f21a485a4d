import { both } from '../../src/base/language.ts'
import { type Fault, nothing } from './fault.ts'
import { faultsOfCitus } from './faults-of-citus.ts'
import { faultsOfClocks } from './faults-of-clocks.ts'
import { faultsOfCluster } from './faults-of-cluster.ts'
import { faultsOfDatabase } from './faults-of-database.ts'
import { faultsOfLine } from './faults-of-line.ts'
import { faultsOfCallers, faultsOfPartners } from './faults-of-partners.ts'
import { faultsOfProcesses } from './faults-of-processes.ts'
import type { GroundName } from './grounds.ts'

/** Whoever fails where nothing burns is not to be believed about fire. */
const quiet = (on: GroundName, mix?: Fault['mix']): Fault => ({
  name: `nothing-on-${on.replaceAll(' ', '-')}`,
  what: both('nada acontece', 'nothing happens'),
  on,
  heals: 'nothing had to',
  lastsMs: 8_000,
  longestMs: 0,
  mix: { contests: 10, ...mix },
  isQuiet: true,
  begin: async () => nothing,
})

/** All that was thought of. On each ground the first is that nothing happens. */
export const faults: Fault[] = [
  ...(['light', 'own clocks', 'store', 'cluster'] as const).map((on) => quiet(on)),
  ...faultsOfDatabase,
  ...faultsOfLine,
  ...faultsOfProcesses,
  ...faultsOfPartners,
  ...faultsOfCallers,
  ...faultsOfClocks,
  ...faultsOfCluster,
  // One wallet takes one batch at a time, which takes longer where its events are on another server.
  quiet('citus', { batches: 2 }),
  ...faultsOfCitus,
]
