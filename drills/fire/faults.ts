import type { Fault } from './fault.ts'
import { faultsOfClocks } from './faults-of-clocks.ts'
import { faultsOfCluster } from './faults-of-cluster.ts'
import { faultsOfDatabase } from './faults-of-database.ts'
import { faultsOfLine } from './faults-of-line.ts'
import { faultsOfCallers, faultsOfPartners } from './faults-of-partners.ts'
import { faultsOfProcesses } from './faults-of-processes.ts'

/** All that was thought of. */
export const faults: Fault[] = [
  ...faultsOfDatabase,
  ...faultsOfLine,
  ...faultsOfProcesses,
  ...faultsOfPartners,
  ...faultsOfCallers,
  ...faultsOfClocks,
  ...faultsOfCluster,
]
