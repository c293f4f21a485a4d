import Elk, { type ELK } from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { TrackingGraphModel } from './tracking-graph.ts'

export const NODE = { width: 216, height: 92 }

export type Places = Map<number, { x: number; y: number }>

let elk: ELK | undefined

/** Graph layout: money flows to the right. Hundreds of nodes take a while, so a worker computes it. */
export async function placesOf({ accounts, flows }: TrackingGraphModel): Promise<Places> {
  elk ??= new Elk({ workerFactory: () => new Worker(workerUrl) })
  const placed = await elk.layout({
    id: 'way',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      // Amounts are between the columns.
      'elk.layered.spacing.nodeNodeBetweenLayers': '170',
      'elk.spacing.nodeNode': '16',
    },
    children: accounts.map(({ number }) => ({ id: String(number), ...NODE })),
    edges: flows.map(({ key, from, to }) => ({ id: key, sources: [String(from)], targets: [String(to)] })),
  })
  return new Map(placed.children?.map(({ id, x = 0, y = 0 }) => [Number(id), { x, y }]))
}
