import { both } from '../../src/base/language.ts'
import type { Fault } from './fault.ts'

/** One server that is away for a few seconds and comes back with what it kept. */
const AWAY_MS = 6_000
/** Until what it had promised is decided, and everybody has come back. */
const LONGEST_MS = 30_000

const nodeDies: Fault = {
  name: 'citus-node-dies',
  what: both('o nó em que está tudo de quem chama morre', 'the node with all that is of the callers dies'),
  on: 'citus',
  heals: 'it is started with what it kept',
  lastsMs: AWAY_MS,
  longestMs: LONGEST_MS,
  felt: true,
  async begin({ citus, stage }) {
    const node = await citus!.nodeOf(stage.user.user_id)
    await node.kill()
    return () => node.start()
  },
}

const coordinatorDies: Fault = {
  name: 'citus-coordinator-dies',
  what: both('o coordenador morre', 'the coordinator dies'),
  on: 'citus',
  heals: 'it is started with what it kept',
  lastsMs: AWAY_MS,
  longestMs: LONGEST_MS,
  felt: true,
  sees: /database/,
  async begin({ citus }) {
    await citus!.coordinator.kill()
    return () => citus!.coordinator.start()
  },
}

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
  async begin({ citus }) {
    await citus!.add()
    return () => citus!.remove()
  },
}

export const faultsOfCitus = [nodeDies, coordinatorDies, nodeAdded]
