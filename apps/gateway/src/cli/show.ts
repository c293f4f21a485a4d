import type { Command } from 'commander'

/** Prints one line of JSON for programs, CSV for a spreadsheet, or aligned columns for people. */
export function show(command: Command, result: object | object[]): void {
  const { json, csv } = command.optsWithGlobals<{ json?: boolean; csv?: boolean }>()
  if (json) return void process.stdout.write(`${JSON.stringify(result)}\n`)
  const rows = (Array.isArray(result) ? result : [result]) as Record<string, unknown>[]
  process.stdout.write(csv ? asCsv(rows) : asColumns(rows))
}

export function asColumns(rows: Record<string, unknown>[]): string {
  if (rows.length === 0) return 'nothing found\n'
  const names = Object.keys(rows[0]!)
  const cells = [names, ...rows.map((row) => names.map((name) => printable(text(row[name]))))]
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)))
  const lines = cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}

export function asCsv(rows: Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, ...rows.map((row) => names.map((name) => inert(row[name])))]
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('')
}

/** Removes control characters: text from another user could otherwise control the terminal. */
export function printable(cell: string): string {
  return cell.replaceAll(/\p{Cc}/gu, '\u{FFFD}')
}

/** Prevents CSV injection: text from another user could otherwise run as a formula. Numbers cannot. */
function inert(value: unknown): string {
  const cell = text(value)
  return typeof value !== 'number' && /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
}

function quoted(cell: string): string {
  return /[",\r\n;']/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function text(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
