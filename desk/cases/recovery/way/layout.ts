import Elk, { type ELK } from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { Way } from './way.ts'

/** How large an account is drawn. */
export const NODE = { width: 216, height: 92 }

export type Places = Map<number, { x: number; y: number }>

let elk: ELK | undefined

/** Where each account stands: money flows to the right. Hundreds take a while, so that a worker does it. */
export async function placesOf({ accounts, flows }: Way): Promise<Places> {
  elk ??= new Elk({ workerFactory: () => new Worker(workerUrl) })
  const placed = await elk.layout({
    id: 'way',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      // The amounts stand between the columns.
      'elk.layered.spacing.nodeNodeBetweenLayers': '170',
      'elk.spacing.nodeNode': '16',
    },
    children: accounts.map(({ number }) => ({ id: String(number), ...NODE })),
    edges: flows.map(({ key, from, to }) => ({ id: key, sources: [String(from)], targets: [String(to)] })),
  })
  return new Map(placed.children?.map(({ id, x = 0, y = 0 }) => [Number(id), { x, y }]))
}
