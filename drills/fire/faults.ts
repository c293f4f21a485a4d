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
const quiet = (on: GroundName): Fault => ({
  name: `nothing-on-${on.replaceAll(' ', '-')}`,
  what: both('nada acontece', 'nothing happens'),
  on,
  heals: 'nothing had to',
  lastsMs: 8_000,
  longestMs: 0,
  mix: { contests: 10 },
  isQuiet: true,
  begin: async () => nothing,
})

/** All that was thought of. On each ground the first is that nothing happens. */
export const faults: Fault[] = [
  ...(['light', 'own clocks', 'store', 'cluster', 'citus'] as const).map(quiet),
  ...faultsOfDatabase,
  ...faultsOfLine,
  ...faultsOfProcesses,
  ...faultsOfPartners,
  ...faultsOfCallers,
  ...faultsOfClocks,
  ...faultsOfCluster,
  ...faultsOfCitus,
]
