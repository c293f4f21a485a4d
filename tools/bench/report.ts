import { shown } from '@eclusa/testing/load/figures.ts'
import type { Latency, WorkFigures } from './measure.ts'
import type { ArmName } from './variants.ts'
import { works } from './workloads.ts'

/** The readable name of an arm. */
const titles: Record<ArmName, string> = {
  gateway: 'gateway',
  null: 'the gateway again',
  pgbench: 'its statements by pgbench',
  'pgbench-kept': 'those that were kept',
  'pgbench-minimal': 'minimal SQL for the same promise',
  bare: 'bare Fastify, one select',
}

/** A sender with this CPU share is at its limit. */
const BUSY = 0.9

const HEAD = ['work', 'arm', '/s', 'gateway by it', 'µs process', 'µs PostgreSQL', 'gateway by it', 'WAL bytes']

export function table(figures: WorkFigures[]): string {
  const rows = figures.flatMap((of) =>
    (Object.keys(of.arms) as ArmName[]).map((name) => {
      const arm = of.arms[name]!
      return [
        name === 'gateway' ? titleOf(of) : '',
        titles[name],
        figure(arm.perSecond),
        arm.ratio ? shown(arm.ratio) : '',
        name.startsWith('pgbench') ? '' : figure(arm.processMicroseconds),
        figure(arm.postgresMicroseconds),
        arm.postgresRatio ? shown(arm.postgresRatio) : '',
        figure(arm.walBytes),
      ]
    }),
  )
  return [aligned([HEAD, ...rows]), '', ...figures.map(sentence)].join('\n')
}

export const titleOf = ({ work, connections }: Pick<WorkFigures, 'work' | 'connections'>) =>
  `${works[work].title}, ${connections} connections`

const figure = (value: number) => Math.round(value).toLocaleString('en-US')

function sentence(of: WorkFigures): string {
  const { open, statements, flushes, acknowledged, found } = of
  const busy = Math.max(of.arms.gateway?.busy ?? 0, of.arms.bare?.busy ?? 0)
  const refused = (of.arms.gateway?.refused ?? 0) + (of.arms.null?.refused ?? 0)
  return [
    `${titleOf(of)}: ${statements} statements in ${flushes} flushes`,
    `open loop at ${open.rate.toFixed(0)}/s, p50 / p99 / p99.9 ${times(open)} ms, while others had ${shown(open.stolen)} of the processors${open.unsent > 0 ? `, ${open.unsent} NOT SERVED` : ''}`,
    ...(open.calm ? [`in the calm rounds, ${open.calm.rounds}, ${times(open.calm)} ms`] : []),
    ...(refused > 0 ? [`${refused} refused in the rounds`] : []),
    ...(acknowledged > 0 ? [`${found} of ${acknowledged} acknowledged found`] : []),
    ...(busy > BUSY ? [`sending took ${busy.toFixed(2)} of a processor: this is not the gateway's limit`] : []),
    ...(of.isVoid ? ['VOID: the gateway differs from itself, the machine is too loud'] : []),
  ].join('; ')
}

const times = ({ p50, p99, p999 }: Latency) => [p50, p99, p999].map((each) => shown(each, 1)).join(' / ')

function aligned(rows: string[][]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, n) => (n < 2 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
