import { type LoadOutcome, runLoad } from '@eclusa/testing/load/load.ts'
import { type WorkName, works } from './workloads.ts'

/** Sends one kind of request from a process of its own, one plan at a time from its parent. */
export interface GeneratorPlan {
  work: WorkName
  port: number
  token: string
  seconds: number
  lines: number
  rate?: number
}

/** No two requests of a run are the same one. */
let sent = 0

function run({ work, token, ...load }: GeneratorPlan): Promise<LoadOutcome> {
  const { request, targets } = works[work]
  return runLoad({
    ...load,
    request: () => {
      sent += 1
      return request(token, { n: sent, target: 1 + Math.floor(Math.random() * targets) })
    },
  })
}

process.on('message', (plan: GeneratorPlan) => void run(plan).then((outcome) => process.send!(outcome)))
process.once('disconnect', () => process.exit())
