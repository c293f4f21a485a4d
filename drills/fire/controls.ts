import { fileURLToPath } from 'node:url'
import { asAdmin } from '../../sandbox/database.ts'
import { until } from '../able/stage.ts'
import { readMutants } from '../mutants/mutant.ts'
import { copyTree } from '../mutants/scratch.ts'
import type { CountName } from './check.ts'
import type { Fault } from './fault.ts'
import { cancelledAndDead, cutAndDead, restartedAndDead } from './faults-of-cluster.ts'
import { retryStorm } from './faults-of-partners.ts'
import type { Fire } from './stage.ts'

/** A gateway, or a cluster, that is known to be wrong. A drill that finds nothing wrong with it finds nothing. */
export interface Control {
  name: string
  what: string
  fault: Fault
  /** The bug that is planted into a copy of the tree. */
  planted?: string
  /** What is done to the surroundings before. */
  prepare?: (fire: Fire) => Promise<void>
  /** At least one of these must be lost. */
  loses: CountName[]
}

export const controls: Control[] = [
  {
    name: 'claim-not-unique',
    what: 'claims that never meet: a repeat is not known by the request it repeats',
    fault: retryStorm,
    planted: 'gate/replay-claims-never-meet',
    loses: ['replays_let_through', 'applied_twice'],
  },
  {
    name: 'replication-asynchronous',
    what: 'commits that wait for no replica',
    fault: cutAndDead,
    prepare: waitForNobody,
    loses: ['acknowledged_lost'],
  },
  {
    name: 'commit-notice-ignored',
    what: 'a commit that answers with a warning is taken for done',
    fault: cancelledAndDead,
    planted: 'base/commit-warning-ignored',
    loses: ['acknowledged_lost'],
  },
  {
    name: 'repeat-answered-by-reading',
    what: 'the first outcome is told without a write that waits for the replicas',
    fault: restartedAndDead,
    planted: 'gate/replay-told-by-reading',
    loses: ['wrong_refusals', 'acknowledged_lost'],
  },
]

async function waitForNobody({ cluster, adminUrl }: Fire): Promise<void> {
  await cluster!.configure({ synchronous_mode: false, synchronous_mode_strict: false })
  const names = `select current_setting('synchronous_standby_names') as names`
  const isAlone = () => asAdmin(adminUrl, async (admin) => (await admin.query(names)).rows[0].names === '')
  await until(isAlone, 60_000)
}

/** The door of a tree into which the bug was planted. */
export async function plantedDoor(name: string): Promise<string> {
  const scratch = await copyTree(fileURLToPath(new URL('../../', import.meta.url)))
  const mutant = readMutants().find((each) => each.name === name)
  if (!mutant) throw new Error(`nobody has planted ${name}`)
  await scratch.plant(mutant)
  return `${scratch.root}/src/main.ts`
}
