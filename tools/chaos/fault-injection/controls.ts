import { fileURLToPath } from 'node:url'
import { both, type Text } from '@eclusa/gateway/src/platform/language.ts'
import { asAdmin } from '@eclusa/simulators/database.ts'
import { until } from '@eclusa/testing/processes/gateway-environment.ts'
import { readMutants } from '../mutation-testing/mutant.ts'
import { copyTree } from '../mutation-testing/scratch.ts'
import { cancelledAndDead, cutAndDead } from './cluster-faults.ts'
import type { CountName } from './counts.ts'
import type { Fire } from './environment.ts'
import type { FaultInjectionFault } from './fault.ts'
import { retryStorm } from './partner-faults.ts'

/** Control arm: a gateway, or a cluster, with a known fault. A drill that finds nothing wrong with it finds nothing. */
export interface Control {
  name: string
  what: Text
  fault: FaultInjectionFault
  /** The bug planted in a copy of the tree. */
  planted?: string
  /** Changes the environment before the run. */
  prepare?: (fire: Fire) => Promise<void>
  /** At least one of these must be lost. */
  loses: CountName[]
}

export const controls: Control[] = [
  {
    name: 'claim-not-unique',
    what: both(
      'marcas que nunca se encontram: uma repetição não é reconhecida pela requisição que repete',
      'claims that never meet: a repeat is not known by the request it repeats',
    ),
    fault: retryStorm,
    planted: 'http/replay-claims-never-meet',
    loses: ['replays_let_through', 'applied_twice'],
  },
  {
    name: 'replication-asynchronous',
    what: both('commits que não esperam réplica alguma', 'commits that wait for no replica'),
    fault: cutAndDead,
    prepare: waitForNobody,
    loses: ['acknowledged_lost'],
  },
  {
    name: 'commit-notice-ignored',
    what: both(
      'um commit que responde com um aviso é dado por feito',
      'a commit that answers with a warning is taken for done',
    ),
    fault: cancelledAndDead,
    planted: 'platform/commit-warning-ignored',
    loses: ['acknowledged_lost'],
  },
  {
    name: 'repeat-answered-by-reading',
    what: both(
      'o primeiro resultado é contado sem uma escrita que espere as réplicas',
      'the first outcome is told without a write that waits for the replicas',
    ),
    fault: cancelledAndDead,
    planted: 'http/replay-told-by-reading',
    loses: ['repeats_of_nothing'],
  },
]

async function waitForNobody({ cluster, adminUrl }: Fire): Promise<void> {
  await cluster!.configure({ synchronous_mode: false, synchronous_mode_strict: false })
  const names = `select current_setting('synchronous_standby_names') as names`
  const isAlone = () => asAdmin(adminUrl, async (admin) => (await admin.query(names)).rows[0].names === '')
  await until(isAlone, 60_000)
}

/** The `main.ts` of a tree with the planted bug. */
export async function plantedDoor(name: string): Promise<string> {
  const scratch = await copyTree(fileURLToPath(new URL('../../../', import.meta.url)))
  const mutant = readMutants().find((each) => each.name === name)
  if (!mutant) throw new Error(`nobody has planted ${name}`)
  await scratch.plant(mutant)
  return `${scratch.root}/src/main.ts`
}
