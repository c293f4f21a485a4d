import { both } from '../../src/base/language.ts'
import type { Server } from '../able/own-server.ts'
import type { Fault } from './fault.ts'
import type { Fire } from './stage.ts'

/** One server of the cluster is away for a few seconds and comes back with what it kept. */
const serverDies = (fault: Pick<Fault, 'name' | 'what' | 'sees'>, which: (fire: Fire) => Promise<Server>): Fault => ({
  ...fault,
  on: 'citus',
  heals: 'it is started with what it kept',
  lastsMs: 6_000,
  // Until what it had promised is decided, and everybody has come back.
  longestMs: 30_000,
  felt: true,
  async begin(fire) {
    const server = await which(fire)
    await server.kill()
    return () => server.start()
  },
})

const nodeDies = serverDies(
  {
    name: 'citus-node-dies',
    what: both('o nó em que está tudo de quem chama morre', 'the node with all that is of the callers dies'),
  },
  ({ citus, stage }) => citus!.nodeOf(stage.user.user_id),
)

const coordinatorDies = serverDies(
  { name: 'citus-coordinator-dies', what: both('o coordenador morre', 'the coordinator dies'), sees: /database/ },
  async ({ citus }) => citus!.coordinator,
)

const nodeAdded: Fault = {
  name: 'citus-node-added',
  what: both(
    'um nó é acrescentado, recebe a sua parte das linhas, devolve-a e sai',
    'a node is added, takes its share of the rows, gives it back and leaves',
  ),
  on: 'citus',
  heals: 'nothing had to',
  lastsMs: 2_000,
  longestMs: 0,
  // What waits for a piece that moves is served afterwards, and the drill's whole cluster is on the machine of those who ask.
  pace: { perSecond: 8 },
  async begin({ citus }) {
    await citus!.add()
    return () => citus!.remove()
  },
}

export const faultsOfCitus = [nodeDies, coordinatorDies, nodeAdded]
