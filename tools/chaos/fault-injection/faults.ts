import { both } from '@eclusa/gateway/src/platform/language.ts'
import { faultsOfClocks } from './clock-faults.ts'
import { faultsOfCluster } from './cluster-faults.ts'
import { faultsOfDatabase } from './database-faults.ts'
import type { GroundName } from './environments.ts'
import { type FaultInjectionFault, nothing } from './fault.ts'
import { faultsOfLine } from './network-faults.ts'
import { faultsOfCallers, faultsOfPartners } from './partner-faults.ts'
import { faultsOfProcesses } from './process-faults.ts'

const quietGrounds = {
  light: both('nada acontece, com um servidor de PostgreSQL', 'nothing happens, on one server of PostgreSQL'),
  'own clocks': both('nada acontece, com relógios próprios', 'nothing happens, with clocks of our own'),
  store: both('nada acontece, com um Swift', 'nothing happens, with a Swift'),
  cluster: both('nada acontece, com três servidores sob Patroni', 'nothing happens, on three servers under Patroni'),
} satisfies Partial<Record<GroundName, FaultInjectionFault['what']>>

/** A run without a fault must pass before faults are tried. */
const quiet = (on: keyof typeof quietGrounds): FaultInjectionFault => ({
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
export const faults: FaultInjectionFault[] = [
  ...(['light', 'own clocks', 'store', 'cluster'] as const).map(quiet),
  ...faultsOfDatabase,
  ...faultsOfLine,
  ...faultsOfProcesses,
  ...faultsOfPartners,
  ...faultsOfCallers,
  ...faultsOfClocks,
  ...faultsOfCluster,
]
