import type { Interval } from '@eclusa/testing/load/figures.ts'
import { type BenchRecord, type KeptWork, lastOfEach } from './history.ts'
import { titleOf } from './report.ts'
import type { ArmName } from './variants.ts'

export const pictureFile = new URL('../../docs/images/bench.svg', import.meta.url)

/**
 * One panel for each operation and number of connections, one line for each floor: the ratio of the gateway, commit by
 * commit.
 */
const PANEL = { width: 340, height: 190, left: 40, right: 20, top: 44, bottom: 34 }
const COLUMNS = 2
const lines: Partial<Record<ArmName, string>> = {
  pgbench: 'its statements by pgbench',
  'pgbench-kept': 'statements kept at the start',
  bare: 'bare Fastify, one select',
}
const LEGEND_HEIGHT = 60
const NOTHING = 'No run is kept yet.'

export function pictureOf(history: BenchRecord[]): string {
  const panels = lastOfEach(history)
  const rows = Math.max(1, Math.ceil(panels.length / COLUMNS))
  const [width, height] = [PANEL.width * COLUMNS, LEGEND_HEIGHT + PANEL.height * rows]
  const names = Object.keys(lines) as ArmName[]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc" font-family="Inter, system-ui, sans-serif" font-size="12">
  <title id="title">The gateway's speed as a share of what stands under it, over commits</title>
  <desc id="desc">${panels.map((panel) => described(panel, names)).join(' ') || NOTHING}</desc>
  <style>
    svg { color-scheme: light dark; }
    .ink { fill: #1f2a37; } .soft { fill: #5b6776; } .grid { stroke: #d8dee5; }
    .pgbench { color: #0f6b9a; } .pgbench-kept { color: #0f7b52; } .bare { color: #a1560b; }
    .line { stroke: currentColor; stroke-width: 2; fill: none; } .span { stroke: currentColor; stroke-opacity: .45; } .dot { fill: currentColor; }
    @media (prefers-color-scheme: dark) {
      .ink { fill: #e6ebf1; } .soft { fill: #a3afbd; } .grid { stroke: #36424f; }
      .pgbench { color: #6cc1ee; } .pgbench-kept { color: #5fd3a4; } .bare { color: #f0a861; }
    }
  </style>
${names.map((name, n) => `  <g class="${name}"><circle class="dot" cx="${20 + n * 215}" cy="26" r="5"/><text class="ink" x="${32 + n * 215}" y="30">${lines[name]}</text></g>`).join('\n')}
${panels.map((panel, n) => panelOf(history, panel, n, names)).join('\n') || `  <text class="soft" x="20" y="${LEGEND_HEIGHT + 30}">${NOTHING}</text>`}
</svg>
`
}

function described(of: KeptWork, names: ArmName[]): string {
  const said = names.flatMap((name) => {
    const ratio = of.ratios[name]
    return ratio ? [`${ratio.median.toFixed(2)} of ${lines[name]}`] : []
  })
  return `${titleOf(of)}: ${said.join(', ')}.`
}

function panelOf(history: BenchRecord[], panel: KeptWork, n: number, names: ArmName[]): string {
  const [x0, y0] = [(n % COLUMNS) * PANEL.width, LEGEND_HEIGHT + Math.floor(n / COLUMNS) * PANEL.height]
  const of = ({ works }: BenchRecord) =>
    works.find(({ work, connections }) => work === panel.work && connections === panel.connections)
  const seen = history.flatMap((kept) => names.flatMap((name) => of(kept)?.ratios[name] ?? []))
  const top = Math.max(1, Math.ceil(Math.max(...seen.map(({ high }) => high)) * 2) / 2)
  const inner = { width: PANEL.width - PANEL.left - PANEL.right, height: PANEL.height - PANEL.top - PANEL.bottom }
  const x = (run: number) => round(x0 + PANEL.left + (inner.width * (run + 0.5)) / history.length)
  const y = (ratio: number) => round(y0 + PANEL.top + inner.height * (1 - ratio / top))
  const grid = [0, top / 2, top].map(
    (ratio) =>
      `<path class="grid" d="M${x0 + PANEL.left} ${y(ratio)}h${inner.width}"/><text class="soft" x="${x0 + PANEL.left - 6}" y="${y(ratio) + 4}" text-anchor="end">${ratio}</text>`,
  )
  const drawn = names.map((name) => {
    const points = history.flatMap((kept, run) => {
      const ratio = of(kept)?.ratios[name]
      return ratio ? [{ run, ratio }] : []
    })
    if (points.length === 0) return ''
    const way = points.map(({ run, ratio }, at) => `${at === 0 ? 'M' : 'L'}${x(run)} ${y(ratio.median)}`).join('')
    const marks = points.map(({ run, ratio }) => mark(x(run), ratio, y))
    return `<g class="${name}"><path class="line" d="${way}"/>${marks.join('')}</g>`
  })
  const commits = [...new Set([0, history.length - 1])].map(
    (run) =>
      `<text class="soft" x="${x(run)}" y="${y0 + PANEL.height - 14}" text-anchor="middle">${history[run]!.commit}</text>`,
  )
  const title = `<text class="ink" x="${x0 + PANEL.left}" y="${y0 + 24}" font-weight="600">${titleOf(panel)}</text>`
  return `  <g>${[title, ...grid, ...drawn, ...commits].join('\n    ')}</g>`
}

const mark = (x: number, { median, low, high }: Interval, y: (ratio: number) => number) =>
  `<path class="span" d="M${x} ${y(low)}V${y(high)}"/><circle class="dot" cx="${x}" cy="${y(median)}" r="3"/>`

const round = (value: number) => Math.round(value * 10) / 10
