import { type Hop, type RecoveryDrawing, reais } from './graph-drawing.ts'

const COLUMN = 260
const ROW = 76
const BOX = { width: 170, height: 44 }
const LEFT = 24
const TOP = 96
const STEP = 22

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const text = (x: number, y: number, what: string, style = '') =>
  `<text x="${x}" y="${y}"${style && ` ${style}`}>${escape(what)}</text>`

/** Renders the graph as SVG: accounts from left to right in the order of the money, the timeline below. */
export function drawSvg({ recovery, events, hops }: RecoveryDrawing): string {
  const places = placesOf(hops)
  const rows = Math.max(1, ...[...places.values()].map(({ row }) => row + 1))
  const below = TOP + rows * ROW + 24
  const height = below + events.length * STEP + 40
  const width = Math.max(
    640,
    LEFT * 2 + (Math.max(0, ...[...places.values()].map(({ column }) => column)) + 1) * COLUMN,
  )
  const title = `${recovery.status}: ${reais(recovery.refund_total_amount)} of ${reais(recovery.transaction_amount)} came back`
  const parts = [
    text(LEFT, 34, `Recovery ${recovery.id}`, 'font-weight="bold" font-size="16"'),
    text(LEFT, 58, title),
    ...hops.map((hop) => arrow(hop, places)),
    ...[...places].map(([name, place]) => box(place, name)),
    ...events.map(({ type, created_at }, index) =>
      dot(LEFT + 6, below + index * STEP, `${created_at}  ${type.split('.').at(-1)}`),
    ),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" role="img" aria-label="${escape(title)}">
<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#555"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`
}

interface GridPosition {
  column: number
  row: number
}

/** Places each account in the column of the hop that first reached it, from top to bottom. */
function placesOf(hops: Hop[]): Map<string, GridPosition> {
  const places = new Map<string, GridPosition>()
  const filled = new Map<number, number>()
  const put = (name: string, column: number) => {
    if (places.has(name)) return
    const row = filled.get(column) ?? 0
    filled.set(column, row + 1)
    places.set(name, { column, row })
  }
  for (const { from, to, depth } of hops) {
    put(from, depth)
    put(to, depth + 1)
  }
  return places
}

const cornerOf = ({ column, row }: GridPosition) => ({ x: LEFT + column * COLUMN, y: TOP + row * ROW })

function box(place: GridPosition, name: string): string {
  const { x, y } = cornerOf(place)
  const frame = `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6" fill="#eef4fb" stroke="#4a78a8"/>`
  return `${frame}${text(x + 12, y + 27, name)}`
}

function arrow({ from, to, amount }: Hop, places: Map<string, GridPosition>): string {
  const start = cornerOf(places.get(from)!)
  const end = cornerOf(places.get(to)!)
  const [x1, y1, x2, y2] = [start.x + BOX.width, start.y + BOX.height / 2, end.x, end.y + BOX.height / 2]
  const line = `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#555" marker-end="url(#head)"/>`
  return `${line}${text((x1 + x2) / 2, (y1 + y2) / 2 - 6, reais(amount), 'text-anchor="middle" font-size="11"')}`
}

function dot(x: number, y: number, label: string): string {
  return `<circle cx="${x}" cy="${y - 4}" r="4" fill="#4a78a8"/>${text(x + 14, y, label)}`
}
