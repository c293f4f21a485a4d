import type { Command } from 'commander'
import type { Json } from '../gateway.ts'
import { asColumns, printable, show } from '../show.ts'

/** What is for who watches, and for no program that reads the answer. */
export const remark = (line: string): void => void process.stderr.write(`${line}\n`)

interface Style {
  json?: boolean
  csv?: boolean
}

export const styleOf = (command: Command): Style => command.optsWithGlobals()

/** One record, or whatever an operation answers that is no list. */
export function printRecord(command: Command, data: unknown): void {
  if (data === undefined) return
  const { json, csv } = styleOf(command)
  if (json) process.stdout.write(`${JSON.stringify(data)}\n`)
  else if (csv) show(command, [data].flat())
  else process.stdout.write(`${JSON.stringify(data, null, 2).split('\n').map(printable).join('\n')}\n`)
}

/** Rows of a list: columns as wide as the terminal, or what was asked for instead. */
export function printRows(command: Command, rows: Json[]): void {
  const { json, csv } = styleOf(command)
  if (json || csv) return show(command, rows)
  process.stdout.write(asColumns(narrowed(rows, process.stdout.columns)))
}

/** One line for each record, as they come: what is long need not be held. */
export function printLine(row: Json): void {
  process.stdout.write(`${JSON.stringify(row)}\n`)
}

/** One member of an answer, bare: what a shell puts into a variable. */
export function printMember(data: unknown, path: string): void {
  const found = path.split('.').reduce<unknown>((within, name) => (within as Json | undefined)?.[name], data)
  if (found === undefined) throw new Error(`it was done, but the answer has no ${path}`)
  process.stdout.write(`${printable(typeof found === 'string' ? found : JSON.stringify(found))}\n`)
}

/** As many plain members as fit; the first is always shown. What holds others is read by --json. */
export function narrowed(rows: Json[], width = Number.POSITIVE_INFINITY): Json[] {
  const names = [...new Set(rows.flatMap(Object.keys))].filter((name) => !rows.some((row) => isNested(row[name])))
  let used = 0
  const fitting = names.filter((name, index) => {
    const wide = Math.max(name.length, ...rows.map((row) => String(row[name] ?? '').length)) + 2
    used += wide
    return index === 0 || used <= width
  })
  return rows.map((row) => Object.fromEntries(fitting.map((name) => [name, row[name]])))
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null
