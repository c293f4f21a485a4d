import { both } from '../../src/base/language.ts'
import { type Fault, nothing } from './fault.ts'
import { faultsOfClocks } from './faults-of-clocks.ts'
import { faultsOfCluster } from './faults-of-cluster.ts'
import { faultsOfDatabase } from './faults-of-database.ts'
import { faultsOfLine } from './faults-of-line.ts'
import { faultsOfCallers, faultsOfPartners } from './faults-of-partners.ts'
import { faultsOfProcesses } from './faults-of-processes.ts'
import type { GroundName } from './grounds.ts'

const quietGrounds = {
  light: both('nada acontece, com um servidor de PostgreSQL', 'nothing happens, on one server of PostgreSQL'),
  'own clocks': both('nada acontece, com relógios próprios', 'nothing happens, with clocks of our own'),
  store: both('nada acontece, com um Swift', 'nothing happens, with a Swift'),
  cluster: both('nada acontece, com três servidores sob Patroni', 'nothing happens, on three servers under Patroni'),
} satisfies Partial<Record<GroundName, Fault['what']>>

/** A run without a fault must pass before faults are tried. */
const quiet = (on: keyof typeof quietGrounds): Fault => ({
  name: `nothing-on-${on.replaceAll(' ', '-')}`,
  what: quietGrounds[on],
  on,
  heals: 'nothing had to',
  lastsMs: 8_000,
  longestMs: 0,
  mix: { contests: 10 },
  isQuiet: true,
  begin: async () => nothing,
})

/** All faults. In each environment the first is a control without a fault. */
export const faults: Fault[] = [
  ...(['light', 'own clocks', 'store', 'cluster'] as const).map(quiet),
  ...faultsOfDatabase,
  ...faultsOfLine,
  ...faultsOfProcesses,
  ...faultsOfPartners,
  ...faultsOfCallers,
  ...faultsOfClocks,
  ...faultsOfCluster,
]
