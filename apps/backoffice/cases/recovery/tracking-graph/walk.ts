import type { Places } from './layout.ts'
import type { TrackingGraphModel } from './tracking-graph.ts'

/** Arrow keys in the graph: forward with the money, back to its origin, or to the node above or below. */
export type WalkDirection = 'on' | 'back' | 'up' | 'down'

/** The largest horizontal distance of nodes in one column. */
const COLUMN = 60

export function nextAccount(
  way: TrackingGraphModel,
  places: Places,
  from: number,
  step: WalkDirection,
): number | undefined {
  const here = places.get(from)
  if (!here) return undefined
  const at = (number: number) => places.get(number) ?? here
  const near = (numbers: number[]) =>
    numbers
      .filter((number) => number !== from)
      .toSorted((one, other) => Math.abs(at(one).y - here.y) - Math.abs(at(other).y - here.y))[0]
  if (step === 'on') return near(way.flows.filter((flow) => flow.from === from).map(({ to }) => to))
  if (step === 'back') return near(way.flows.filter((flow) => flow.to === from).map((flow) => flow.from))
  const column = way.accounts
    .map(({ number }) => number)
    .filter((number) => Math.abs(at(number).x - here.x) < COLUMN)
    .filter((number) => (step === 'down' ? at(number).y > here.y : at(number).y < here.y))
  return near(column)
}
